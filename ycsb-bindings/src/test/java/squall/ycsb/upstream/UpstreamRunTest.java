package squall.ycsb.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.engine.LoadRun;
import squall.engine.RunResult;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunEnding;
import squall.results.RunInfo.Setting;
import squall.spi.Load;
import squall.ycsb.MemoryDb;
import squall.ycsb.YcsbProperties;
import squall.ycsb.output.YcsbOutput;
import squall.ycsb.output.YcsbReport;
import squall.ycsb.output.YcsbReport.ReportLine;

/** Test of third parties' classes on Squall's engine, from properties to report. */
class UpstreamRunTest {
    private static final String PREFIX = ThirdParty.class.getName() + "$";

    private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @Test
    void an_unchanged_core_workload_runs_on_several_sessions_and_is_reported_in_every_format() throws Exception {
        MemoryDb.SHARED.tables().clear();
        Map<String, String> core = new TreeMap<>(Map.of(
                "workload", "site.ycsb.workloads.CoreWorkload",
                "db", MemoryDb.class.getName(),
                "recordcount", "500",
                "operationcount", "2000",
                "threadcount", "4",
                "measurementtype", "hdrhistogram+raw",
                "measurement.raw.output_file", folder.resolve("raw.csv").toString(),
                "hdrhistogram.fileoutput", "true",
                "hdrhistogram.output.path", folder + "/",
                "status", "true"));
        core.putAll(Map.of("readproportion", "0.5", "readmodifywriteproportion", "0.5", "updateproportion", "0"));
        RunResult loaded = execute(core, true, 500);
        assertThat(loaded.finished()).isEqualTo(500);
        assertThat(MemoryDb.SHARED.rows("usertable")).hasSize(500);
        stdout.reset();

        RunResult run = execute(core, false, 2000);
        assertThat(run.ending()).isEqualTo(new RunEnding.Complete());
        assertThat(List.of(run.planned(), run.finished(), run.unfinished())).containsExactly(2000L, 2000L, 0L);
        Map<String, Long> report = counts();
        long modified = report.getOrDefault("[HdrREAD-MODIFY-WRITE], Operations", 0L);
        assertThat(report)
                .containsEntry("[HdrREAD], Operations", 2000L)
                .containsEntry("[HdrREAD], Return=OK", 2000L)
                .containsEntry("[HdrUPDATE], Operations", modified)
                .containsEntry("[HdrCLEANUP], Operations", 4L)
                .containsEntry("[PLAN], Finished", 2000L)
                .containsEntry("[HdrTRANSACTION], Operations", 2000L);
        assertThat(run.total().goodputPerSecond() * run.total().seconds()).isCloseTo(2000, within(1e-6));
        assertThat(modified).isBetween(800L, 1200L);
        assertThat(Files.readAllLines(folder.resolve("raw.csv")).stream().filter(l -> l.startsWith("READ,")))
                .hasSize(2000);
        assertThat(folder.resolve("READ.hdr")).isNotEmptyFile();
        assertThat(stderr.toString(StandardCharsets.UTF_8)).contains(" sec: 2000 operations; ");
    }

    @Test
    void a_run_ends_when_every_thread_has_ended_itself() throws Exception {
        RunResult result = execute(
                Map.of("workload", PREFIX + "TwoEach", "db", MemoryDb.class.getName(), "threadcount", "3"),
                false,
                1000);
        assertThat(result.ending()).isEqualTo(new RunEnding.Complete());
        assertThat(List.of(result.planned(), result.finished(), result.unfinished()))
                .containsExactly(1000L, 6L, 994L);
    }

    @Test
    void a_rude_database_fails_every_operation_and_ends_nothing() throws Exception {
        RunResult result = execute(
                Map.of("workload", PREFIX + "OnceEach", "db", PREFIX + "RudeDb", "threadcount", "2"), false, 10);
        assertThat(result.ending()).isEqualTo(new RunEnding.Complete());
        assertThat(result.finished()).isEqualTo(10);
        assertThat(result.total().failed()).isEqualTo(10);
        assertThat(counts())
                .containsEntry("[ERRORS], READ IllegalStateException", 10L)
                .containsEntry("[ERRORS], SCAN BUSY", 10L)
                .containsEntry("[ERRORS], UPDATE NO_STATUS", 10L)
                .containsEntry("[ERRORS], DELETE NoClassDefFoundError", 10L)
                .containsEntry("[ERRORS], CLEANUP DBException", 2L)
                .containsEntry("[TRANSFER], Operations", 10L);
    }

    private RunResult execute(Map<String, String> settings, boolean load, long turns) throws Exception {
        YcsbProperties properties = properties(settings);
        LoadPlan plan = new LoadPlan(
                Integer.parseInt(settings.getOrDefault("threadcount", "1")),
                new LoadPace.Closed(),
                OptionalLong.of(turns),
                Optional.empty(),
                Duration.ZERO,
                Duration.ofSeconds(5),
                1,
                LoadPlan.Threads.PLATFORM,
                List.of());
        try (UpstreamLoad upstream = new UpstreamLoad(properties, getClass().getClassLoader(), load);
                YcsbOutput output = YcsbOutput.of(properties)) {
            Load watched = output.watched(upstream, plan.windows().getLast());
            PrintStream err = new PrintStream(stderr, true, StandardCharsets.UTF_8);
            RunResult result = new LoadRun(watched, plan, output.listeners(err)).execute();
            List<ReportLine> lines = output.lines(result, upstream.measured());
            YcsbReport.write(properties, lines, new PrintStream(stdout, true, StandardCharsets.UTF_8));
            return result;
        }
    }

    private static YcsbProperties properties(Map<String, String> values) throws Exception {
        Map<String, Setting> settings = new TreeMap<>();
        values.forEach((key, value) -> settings.put(key, new Setting(value, "-p")));
        return YcsbProperties.of(settings);
    }

    /** Returns every whole number of the report, by the text before it. */
    private Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        stdout.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(l -> l.matches(".*, \\d+"))
                .forEach(line -> {
                    int comma = line.lastIndexOf(", ");
                    counts.put(line.substring(0, comma), Long.valueOf(line.substring(comma + 2)));
                });
        return counts;
    }
}
