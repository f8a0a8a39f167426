package squall.engine.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import squall.engine.RunResult;
import squall.engine.monitor.DatabaseMonitor.PollingStatistics;
import squall.engine.schedule.RunEnding;
import squall.engine.schedule.RunStart;
import squall.measure.LiveSecond;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.spi.Instrument;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;

class DatabaseMonitorTest {
    private static final LiveSecond SECOND = new LiveSecond(0, List.of(), 0, 0, 0);
    private static final long LIMIT_NS = Duration.ofSeconds(60).toNanos();

    private final List<DatabaseMonitor.MetricSample> looks = new ArrayList<>();

    @Test
    void what_instruments_show_is_passed_on_with_the_live_second() {
        DatabaseMonitor watch = watch(new FakeInstrument(() -> List.of(FakeInstrument.CONNECTIONS)));
        until(() -> watch.tallies().getFirst().seen() >= 2);
        assertThat(looks).isEmpty();
        watch.liveSecond(SECOND);
        watch.close();
        assertThat(looks)
                .hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy(look -> assertThat(look)
                        .isInstanceOfSatisfying(
                                DatabaseMonitor.MetricSample.Seen.class,
                                seen -> assertThat(seen.readings()).containsExactly(FakeInstrument.CONNECTIONS)));
    }

    @Test
    void what_sessions_did_last_is_read_when_they_have_ended() {
        AtomicInteger commits = new AtomicInteger(100);
        Instrument slow =
                new FakeInstrument(
                        "fake", () -> List.of(InstrumentReading.of("n1", ServerMetric.COMMITS, commits.get()))) {
                    @Override
                    public Duration every() {
                        return Duration.ofHours(1);
                    }
                };
        DatabaseMonitor watch = watch(slow);
        until(() -> watch.tallies().getFirst().seen() == 1);
        commits.set(350); // PostgreSQL counts up to a second of a session's work only when that has ended
        watch.finished(nothingDone());
        assertThat(looks).hasSize(2);
        assertThat(((DatabaseMonitor.MetricSample.Seen) looks.getLast()).readings())
                .containsExactly(InstrumentReading.of("n1", ServerMetric.COMMITS, 350));
    }

    @Test
    void an_instrument_that_fails_now_and_then_is_counted_and_asked_again() {
        AtomicInteger calls = new AtomicInteger();
        DatabaseMonitor watch = watch(new FakeInstrument(() -> {
            if (calls.incrementAndGet() % 2 == 0) {
                throw new IOException("n1: connection refused");
            }
            return List.of(FakeInstrument.CONNECTIONS);
        }));
        until(() -> watch.tallies().getFirst().missed() >= 4);
        watch.close();
        PollingStatistics tally = watch.tallies().getFirst();
        assertThat(tally.seen()).isGreaterThanOrEqualTo(3);
        assertThat(tally.problem()).contains("n1: connection refused");
        assertThat(tally.absent()).isEqualTo(Map.of(ServerMetric.QUERIES, "nobody counts them"));
    }

    /** Covers an old error: the reason of a failed reading was the bare path of a file. */
    @Test
    void a_file_that_is_missing_is_told_as_missing() {
        DatabaseMonitor watch = watch(new FakeInstrument(() -> {
            throw new NoSuchFileException("/data/postmaster.pid");
        }));
        until(() -> watch.tallies().getFirst().missed() >= 1);
        watch.close();
        assertThat(watch.tallies().getFirst().problem()).contains("/data/postmaster.pid: no such file or folder");
    }

    @Test
    void an_instrument_that_never_shows_anything_is_given_up() {
        AtomicInteger calls = new AtomicInteger();
        FakeInstrument hopeless = new FakeInstrument(() -> {
            calls.incrementAndGet();
            throw new IllegalStateException("a driver's own fault");
        });
        DatabaseMonitor watch = watch(hopeless);
        until(() -> watch.tallies().getFirst().missed() >= 3);
        watch.close();
        assertThat(calls).hasValue(1 + 3); // the rehearsal, and three looks
        assertThat(watch.tallies().getFirst().problem())
                .contains("java.lang.IllegalStateException: a driver's own fault");
    }

    @Test
    void looks_that_a_slow_one_leaves_no_time_for_are_skipped_and_counted() {
        CountDownLatch asked = new CountDownLatch(2); // the rehearsal, and a look
        CountDownLatch answer = new CountDownLatch(1);
        DatabaseMonitor watch = watch(new FakeInstrument(() -> {
            asked.countDown();
            if (asked.getCount() == 0) {
                answer.await();
            }
            return List.of();
        }));
        until(() -> asked.getCount() == 0);
        long since = System.nanoTime();
        until(() -> System.nanoTime() - since > Duration.ofMillis(50).toNanos());
        answer.countDown();
        until(() -> watch.tallies().getFirst().skipped() > 0);
        watch.close();
        assertThat(watch.tallies().getFirst().skipped()).isGreaterThanOrEqualTo(9);
        assertThat(watch.tallies().getFirst().longest()).isGreaterThanOrEqualTo(Duration.ofMillis(50));
    }

    @Test
    void an_instrument_that_hears_nothing_keeps_no_run_from_ending() {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch forever = new CountDownLatch(1);
        FakeInstrument deaf = new FakeInstrument(() -> {
            asked.countDown();
            while (forever.getCount() > 0) {
                Thread.onSpinWait(); // deaf to interrupts
            }
            return List.of();
        });
        DatabaseMonitor watch = watch(deaf);
        until(() -> asked.getCount() == 0);
        watch.close();
        assertThat(deaf.closed()).isFalse();
        forever.countDown();
        until(deaf::closed);
    }

    @Test
    void what_a_rehearsal_shows_is_no_look() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        FakeInstrument instrument = new FakeInstrument(() -> {
            calls.incrementAndGet();
            return List.of(FakeInstrument.CONNECTIONS);
        });
        DatabaseMonitor watch = new DatabaseMonitor(() -> List.of(instrument), List.of(looks::add));
        watch.rehearse();
        watch.liveSecond(SECOND);
        assertThat(calls).hasValue(1);
        assertThat(instrument.closed()).isTrue();
        assertThat(looks).isEmpty();
        assertThat(watch.tallies().getFirst().seen()).isZero();
        watch.close();
    }

    @Test
    void a_node_that_joins_is_watched_and_one_that_left_no_longer() {
        FakeInstrument first = new FakeInstrument("n1", () -> List.of(FakeInstrument.CONNECTIONS));
        FakeInstrument second = new FakeInstrument("n2", () -> List.of(FakeInstrument.CONNECTIONS));
        AtomicReference<List<Instrument>> there = new AtomicReference<>(List.of(first));
        AtomicInteger asked = new AtomicInteger();
        DatabaseMonitor watch = new DatabaseMonitor(
                () -> {
                    asked.incrementAndGet();
                    return there.get();
                },
                List.of(looks::add),
                Duration.ofMillis(5));
        watch.started(new RunStart(0, System.nanoTime()));

        there.set(List.of(first, second));
        until(() -> watch.tallies().size() == 2 && watch.tallies().getLast().seen() >= 2);
        there.set(List.of(second));
        int before = asked.get();
        until(() -> asked.get() > before + 1); // what was answered last was followed before it was asked again
        there.set(List.of(first, second));
        until(() -> watch.tallies().size() == 3 && watch.tallies().getLast().seen() >= 2);

        watch.close();
        assertThat(watch.tallies()).extracting(PollingStatistics::source).containsExactly("n1", "n2", "n1");
        // A busy machine may have skipped some: of five milliseconds each.
        assertThat(watch.tallies()).extracting(PollingStatistics::missed).containsOnly(0L);
    }

    @Test
    void a_watch_goes_on_when_it_cannot_be_told_which_nodes_there_are() {
        AtomicInteger asked = new AtomicInteger();
        FakeInstrument instrument = new FakeInstrument(() -> List.of(FakeInstrument.CONNECTIONS));
        DatabaseMonitor watch = new DatabaseMonitor(
                () -> {
                    if (asked.incrementAndGet() > 1) {
                        throw new IllegalStateException("a driver's own fault");
                    }
                    return List.of(instrument);
                },
                List.of(looks::add),
                Duration.ofMillis(5));
        watch.started(new RunStart(0, System.nanoTime()));
        until(() -> asked.get() > 3);
        long seen = watch.tallies().getFirst().seen();
        until(() -> watch.tallies().getFirst().seen() > seen);
        watch.close();
    }

    @Test
    void instruments_of_a_run_that_never_began_are_closed() {
        FakeInstrument instrument = new FakeInstrument(List::of);
        new DatabaseMonitor(() -> List.of(instrument), List.of()).close();
        assertThat(instrument.closed()).isTrue();
    }

    @Test
    void a_tally_tells_what_failed_in_one_line() {
        PollingStatistics tally = new PollingStatistics(
                "views of n1",
                Duration.ofSeconds(1),
                8,
                2,
                1,
                Duration.ZERO,
                Optional.of("n1: refused\n\tby its host"),
                Map.of());
        assertThat(tally.line())
                .isEqualTo("views of n1: 2 of 10 readings failed, 1 skipped; the first: n1: refused by its host");
    }

    private static RunResult nothingDone() {
        WindowSummary total = new WindowSummary(new Window("total", Window.Kind.STEADY, 0, 1), 1, List.of());
        return new RunResult(
                new RunEnding.Complete(),
                1_000_000_000,
                new RunResult.TurnCount(0, 0, 0, new Histogram(3)),
                RunResult.RunMeasurement.of(total, total),
                0,
                RunResult.ClientHealth.GOOD);
    }

    private DatabaseMonitor watch(Instrument instrument) {
        DatabaseMonitor watch = new DatabaseMonitor(() -> List.of(instrument), List.of(looks::add));
        watch.started(new RunStart(0, System.nanoTime()));
        return watch;
    }

    private static void until(BooleanSupplier holds) {
        long since = System.nanoTime();
        while (!holds.getAsBoolean()) {
            assertThat(System.nanoTime() - since).isLessThan(LIMIT_NS);
            Thread.onSpinWait();
        }
    }

    @Test
    void readings_count_from_the_start_of_the_run_whatever_the_wall_clock_says() {
        FakeInstrument instrument = new FakeInstrument(() -> List.of(FakeInstrument.CONNECTIONS));
        DatabaseMonitor watch = new DatabaseMonitor(() -> List.of(instrument), List.of(looks::add));
        watch.started(new RunStart(Duration.ofDays(100_000).toMillis(), System.nanoTime()));
        until(() -> watch.tallies().getFirst().seen() > 1);
        watch.close();
        watch.liveSecond(SECOND);
        assertThat(looks)
                .isNotEmpty()
                .allSatisfy(look -> assertThat(look.atNs()).isBetween(0L, LIMIT_NS));
    }
}
