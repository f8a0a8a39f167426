package squall.benchbase.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import squall.benchbase.config.WorkPhase;
import squall.benchbase.output.ConsoleLines.BenchmarkPeriod;
import squall.benchbase.output.RequestTotals.TypeNumbers;
import squall.engine.LoadRun;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunStart;
import squall.spi.FakeLoad;
import squall.spi.Operation;
import squall.tpcc.TransactionType;

@Timeout(300)
class PhaseLogTest {
    private static final TypeNumbers TYPES = new TypeNumbers(List.of("NewOrder"));
    private static final Operation NEW_ORDER = new Operation(0, "NewOrder", false);
    private static final long HOUR_MS = 3_600_000;

    @TempDir
    private Path folder;

    private Path files;
    private RequestLog log;

    @BeforeEach
    void folders() throws IOException {
        files = Files.createDirectory(folder.resolve("files"));
        log = new RequestLog(folder);
    }

    @Test
    void a_late_dispatcher_does_not_fill_the_disk() throws Exception {
        CountDownLatch performed = new CountDownLatch(1000);
        RunListener late = new RunListener() {
            @Override
            public void started(RunStart start) {
                try {
                    performed.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
        PhaseLog phase = new PhaseLog(log, TYPES, phase(1), 2);
        long beforeMs = System.currentTimeMillis();
        run(phase, performed, List.of(late, phase));
        List<String> raw = write(List.of(phase), ".raw.csv");
        long afterMs = System.currentTimeMillis();
        assertThat(raw)
                .hasSize(1000)
                .allSatisfy(line -> assertThat(Double.parseDouble(line.split(",", -1)[2]) * 1000)
                        .isBetween((double) beforeMs, (double) afterMs));
        assertThat(lines(".samples.csv")).hasSizeBetween(1, (int) ((afterMs - beforeMs) / 1000) + 1);
    }

    @Test
    void a_wall_clock_that_is_set_between_phases_reorders_nothing() throws Exception {
        List<PhaseLog> phases = List.of(
                new PhaseLog(log, TYPES, phase(1), 2),
                new PhaseLog(log, TYPES, phase(2), 2),
                new PhaseLog(log, TYPES, phase(3), 2));
        for (PhaseLog phase : phases) {
            run(phase, new CountDownLatch(100), List.of(setBy(phase, (2 - phase.number()) * HOUR_MS)));
        }
        List<String> raw = write(phases, ".raw.csv");
        assertThat(raw).hasSize(300);
        assertThat(raw.stream().map(line -> line.split(",", -1)[5]).distinct()).containsExactly("1", "2", "3");
        assertThat(raw.stream().map(line -> Double.parseDouble(line.split(",", -1)[2])))
                .isSorted();
        assertThat(lines(".samples.csv")).hasSizeLessThan(60);
    }

    @Test
    void a_request_outside_the_measured_time_is_an_error_and_not_a_line_for_each_second_up_to_it() throws Exception {
        PhaseLog phase = new PhaseLog(log, TYPES, phase(1), 2);
        run(phase, new CountDownLatch(10), List.of(phase));
        BenchmarkPeriod absurd =
                new BenchmarkPeriod(new TreeMap<>(Map.of(1, 1_800_000_000_000_000L)), 1_000, Duration.ZERO, true);
        assertThatThrownBy(() -> write(absurd, ".raw.csv"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageMatching(
                        "a request of phase 1 was sent at 1800000000\\d{6} us, but the requests of the run were"
                                + " sent from 1800000000\\d{6} us to 1000 us");
    }

    /** Returns a listener whose wall clock was set by so much before the phase. */
    private static RunListener setBy(PhaseLog phase, long ms) {
        return new RunListener() {
            @Override
            public void started(RunStart start) {
                phase.started(new RunStart(start.epochMs() + ms, start.originNs()));
            }

            @Override
            public void finished(RunResult result) {
                phase.finished(result);
            }
        };
    }

    private static WorkPhase phase(int number) {
        return new WorkPhase(
                number,
                Optional.empty(),
                Duration.ZERO,
                new WorkPhase.RequestRate.Unlimited(),
                Map.of(TransactionType.NEW_ORDER, 100.0),
                2,
                false);
    }

    private static void run(PhaseLog phase, CountDownLatch performed, List<RunListener> listeners)
            throws InterruptedException {
        LoadPlan plan = new LoadPlan(
                2,
                new LoadPace.Closed(),
                OptionalLong.of(performed.getCount()),
                Optional.empty(),
                Duration.ZERO,
                Duration.ofSeconds(1),
                1,
                LoadPlan.Threads.PLATFORM,
                List.of());
        new LoadRun(phase.watched(FakeLoad.counted(NEW_ORDER, performed)), plan, listeners).execute();
    }

    private List<String> write(List<PhaseLog> phases, String suffix) throws IOException {
        return write(BenchmarkPeriod.of(phases), suffix);
    }

    private List<String> write(BenchmarkPeriod period, String suffix) throws IOException {
        try (RequestFiles written = new RequestFiles(base(), TYPES, 5, period.endedAtEpochUs())) {
            log.read(period, written);
        }
        return lines(suffix);
    }

    /** Returns the lines of a file without its header. */
    private List<String> lines(String suffix) throws IOException {
        List<String> all = Files.readAllLines(base().file(suffix));
        return all.subList(1, all.size());
    }

    private RequestFiles.OutputBaseName base() {
        return RequestFiles.OutputBaseName.of(files, "tpcc", LocalDateTime.of(2026, 11, 21, 7, 30, 5));
    }
}
