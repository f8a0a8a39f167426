package squall.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.cli.progress.ProgressConsole;
import squall.cli.progress.ProgressMode;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.results.RunInfo;
import squall.results.recorded.RecordedRun;
import squall.spi.DatabaseInfo;
import squall.spi.FakeLoad;
import squall.spi.Instrument;
import squall.spi.InstrumentReading;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.ServerMetric;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.OutputScreen;
import squall.verdict.ErrorBudget;

class CommandMonitorTest {
    @TempDir
    private Path results;

    private final List<String> said = new ArrayList<>();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void a_run_is_served_by_its_name_until_the_monitor_is_closed() throws Exception {
        try (CommandMonitor monitor = CommandMonitor.open(
                MonitoringSettings.of(MonitoringSettingsTest.monitored("0", "", "", "off")), said::add)) {
            assertThat(said)
                    .containsExactly(
                            "metrics for Prometheus at " + monitor.address().orElseThrow());
            run(monitor);
            assertThat(text(monitor.address().orElseThrow()))
                    .contains(
                            "squall_operations_total{operation=\"COUNT\"} 10.0",
                            "run_id=\"" + recorded().path().toRealPath().getFileName() + "\"",
                            "squall_phase_info{index=\"0\",phase=\"measured\"} 1\n");
            run(monitor);
            assertThat(text(monitor.address().orElseThrow()))
                    .contains(
                            "squall_operations_total{operation=\"COUNT\"} 10.0",
                            "run_id=\"" + recorded().path().toRealPath().getFileName() + "\"");
        }
    }

    @Test
    void instruments_are_read_unless_that_is_off_and_what_they_miss_is_said() throws Exception {
        try (CommandMonitor monitor = CommandMonitor.open(
                MonitoringSettings.of(MonitoringSettingsTest.monitored("", "", "", "auto")), said::add)) {
            run(monitor);
        }
        assertThat(recorded().summary().orElseThrow().server().orElseThrow().sources())
                .extracting(source -> source.source())
                .containsExactly("broken views");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("broken views: ")
                .contains("n1: refused");
        try (CommandMonitor monitor = CommandMonitor.open(
                MonitoringSettings.of(MonitoringSettingsTest.monitored("", "", "", "off")), said::add)) {
            run(monitor);
        }
        assertThat(recorded().summary().orElseThrow().server()).isEmpty();
        assertThat(said).isEmpty();
    }

    /** Covers an old error: it was refused after a directory had been made, in which a run was aborted that never began. */
    @Test
    void pages_that_the_database_does_not_have_are_refused_before_there_is_a_directory() throws Exception {
        try (CommandMonitor monitor = CommandMonitor.open(
                MonitoringSettings.of(MonitoringSettingsTest.monitored("", "", "", "http://127.0.0.1:1/metrics")),
                said::add)) {
            Load load = FakeLoad.answering(new Operation(0, "COUNT", false), () -> Outcome.OK);
            assertThatThrownBy(() -> execute(load, monitor))
                    .isInstanceOf(CommandException.class)
                    .hasMessage("--db-metrics: [http://127.0.0.1:1/metrics] is not supported for this database");
        }
        assertThat(results).isEmptyDirectory();
    }

    /** Runs a load that lasts long enough for one poll of the instrument. */
    private void run(CommandMonitor monitor) throws Exception {
        assertThat(execute(new CountingLoad(new Broken()), monitor))
                .isIn(ExitCode.OK, ExitCode.INVALID); // the latter where this machine is too busy to keep a schedule
    }

    private ExitCode execute(Load load, CommandMonitor monitor) throws Exception {
        LoadPlan plan = new LoadPlan(
                1,
                new LoadPace.Rate(20, LoadPace.Arrival.CONSTANT),
                OptionalLong.of(10),
                Optional.empty(),
                Duration.ZERO,
                Duration.ofSeconds(1),
                7,
                LoadPlan.Threads.PLATFORM,
                List.of());
        RunInfo info = new RunInfo(
                "counting", "none", List.of("bin/count"), 7, Map.of(), Map.of(), DatabaseInfo.NONE, Map.of());
        ProgressConsole console = new ProgressConsole(
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new OutputScreen(false, false, false, 100),
                ProgressMode.PLAIN);
        RunTerms terms = new RunTerms(results, ErrorBudget.NONE, List.of(), List.of("bin/count"));
        PreparedLoad job = new PreparedLoad("execute", load, plan, info);
        return new MeasuredRun(job, terms, console, monitor).execute(result -> List.of());
    }

    private RecordedRun recorded() throws IOException {
        return RecordedRun.read(results.resolve("latest"));
    }

    private static String text(URI address) throws IOException {
        return new String(address.toURL().openStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Instrument whose server is never there. */
    private static final class Broken implements Instrument {
        @Override
        public String source() {
            return "broken views";
        }

        @Override
        public Duration every() {
            return Duration.ofSeconds(1);
        }

        @Override
        public List<InstrumentReading> read() throws IOException {
            throw new IOException("n1: refused");
        }

        @Override
        public Map<ServerMetric, String> absent() {
            return Map.of();
        }

        @Override
        public void close() {}
    }
}
