package squall.ycsb.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.ycsb.output.Runs.DEADLOCK;
import static squall.ycsb.output.Runs.READ;
import static squall.ycsb.output.Runs.UPDATE;
import static squall.ycsb.output.Runs.failing;
import static squall.ycsb.output.Runs.properties;
import static squall.ycsb.output.Runs.run;
import static squall.ycsb.output.Runs.second;
import static squall.ycsb.output.Runs.tick;
import static squall.ycsb.output.Runs.twoReads;
import static squall.ycsb.output.Runs.us;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.engine.LoadRun;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunEnding;
import squall.engine.schedule.RunStart;
import squall.measure.LiveSecond;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.spi.FakeLoad;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.ycsb.YcsbProperties;
import squall.ycsb.output.JvmMonitor.JvmFacts;
import squall.ycsb.workload.PartNames;

class FilesTest {
    private static final RunStart STARTED = new RunStart(1_795_225_919_000L, 0);
    private static final Window WARM_UP = new Window("warm-up", Window.Kind.WARMUP, 0, 3);
    private static final Window MEASURED = new Window(Window.MEASURED, Window.Kind.STEADY, 3, 5);

    @TempDir
    private Path folder;

    @Test
    void a_histogram_file_has_one_interval_each_status_interval_also_without_status_lines() throws Exception {
        try (HdrFiles files = new HdrFiles(hdr("status.interval=2"))) {
            files.started(STARTED);
            files.closed(second(0, tick(READ, 10, 20)));
            files.closed(second(1, tick(READ, 30)));
            files.closed(second(2, tick(READ)));
            files.closed(second(3, tick(READ)));
            files.closed(second(4, tick(READ, 50)));
            files.finished(run());
        }
        assertThat(Files.readAllLines(folder.resolve("pre-READ.hdr")).getFirst())
                .isEqualTo("#[Logging for: READ]");
        assertThat(intervals("pre-READ.hdr"))
                .extracting(i -> i.from + "+" + i.seconds + ": " + i.histogram.getTotalCount())
                .containsExactly("0.0+2.0: 3", "2.0+2.0: 0", "4.0+1.0: 1");
    }

    @Test
    void files_of_two_clients_merge_to_the_percentiles_of_both() throws Exception {
        try (HdrFiles files = new HdrFiles(hdr("status.interval=1"))) {
            files.started(STARTED);
            files.closed(second(0, tick(READ, 10, 20, 30)));
            files.closed(second(1, tick(READ, 40, 2_000_000)));
            files.finished(run());
        }
        Histogram merged = us();
        intervals("pre-READ.hdr").forEach(i -> merged.add(i.histogram));
        assertThat(merged).isEqualTo(us(10, 20, 30, 40, 2_000_000));
    }

    @Test
    void reads_within_a_read_modify_write_are_in_the_file_of_reads() throws Exception {
        try (HdrFiles files = new HdrFiles(hdr())) {
            files.started(STARTED);
            files.closed(second(0, tick(READ, 10), tick(new Operation(1, PartNames.READ, true), 30)));
            files.finished(run());
        }
        assertThat(intervals("pre-READ.hdr")).extracting(Logged::histogram).containsExactly(us(10, 30));
    }

    @Test
    void an_operation_that_never_happened_has_no_file() throws Exception {
        try (HdrFiles files = new HdrFiles(hdr())) {
            files.started(STARTED);
            files.closed(second(0, tick(READ, 10), tick(UPDATE)));
            files.finished(run());
        }
        assertThat(folder.resolve("pre-READ.hdr")).exists();
        assertThat(folder.resolve("pre-UPDATE.hdr")).doesNotExist();
    }

    @Test
    void intended_latencies_have_a_file_of_their_own() throws Exception {
        try (HdrFiles files = new HdrFiles(hdr("measurement.interval=both"))) {
            files.started(STARTED);
            files.closed(second(0, new OperationTick(READ, 1, 0, 0, 0, 1, 1, us(900), us(10), Map.of())));
            files.finished(run());
        }
        assertThat(intervals("pre-READ.hdr").getFirst().histogram).isEqualTo(us(10));
        assertThat(intervals("pre-Intended-READ.hdr").getFirst().histogram).isEqualTo(us(900));
    }

    @Test
    void failures_make_one_interval_of_the_whole_run() throws Exception {
        try (HdrFiles files = new HdrFiles(hdr())) {
            files.started(STARTED);
            files.finished(run(failing(Map.of(DEADLOCK, 2L))));
        }
        assertThat(intervals("pre-READ-FAILED.hdr"))
                .extracting(i -> i.from + "+" + i.seconds + ": " + i.histogram.getTotalCount())
                .containsExactly("0.0+2.0: 2");
    }

    @Test
    void histogram_files_begin_where_the_measured_window_does() throws Exception {
        try (HdrFiles files = new HdrFiles(hdr("status.interval=2"))) {
            files.started(STARTED);
            files.closed(reads(WARM_UP, 2, 900));
            files.closed(reads(MEASURED, 3, 10));
            files.closed(reads(MEASURED, 4, 20, 30));
            files.finished(warmedUp());
        }
        assertThat(intervals("pre-READ.hdr"))
                .extracting(i -> i.from + "+" + i.seconds + ": " + i.histogram.getTotalCount())
                .containsExactly("3.0+1.0: 1", "4.0+1.0: 2");
        assertThat(intervals("pre-READ-FAILED.hdr"))
                .extracting(i -> i.from + "+" + i.seconds + ": " + i.histogram.getTotalCount())
                .containsExactly("3.0+2.0: 2");
    }

    @Test
    void histogram_files_in_no_folder_are_told_before_the_run() {
        Path missing = folder.resolve("missing");
        assertThatThrownBy(() -> YcsbOutput.of(
                        properties("hdrhistogram.fileoutput=true", "hdrhistogram.output.path=" + missing + "/x-")))
                .isInstanceOf(IOException.class)
                .hasMessage("hdrhistogram.output.path=" + missing + "/x-: cannot write histogram files to " + missing
                        + ": no such folder, or no write permission");
    }

    @Test
    void where_there_is_a_schedule_the_two_latencies_are_named() throws Exception {
        try (YcsbOutput closed = YcsbOutput.of(properties());
                YcsbOutput scheduled = YcsbOutput.of(properties("target=900"))) {
            assertThat(closed.notes()).isEmpty();
            assertThat(scheduled.notes())
                    .containsExactly(
                            "latency above: from due, as [Intended-READ]; YCSB's [READ] is service time, from sending");
        }
    }

    @Test
    void every_slot_of_a_timeline_is_there_and_a_stall_is_zero() throws Exception {
        YcsbProperties properties = properties("measurementtype=timeseries", "timeseries.granularity=2000");
        try (YcsbOutput output = YcsbOutput.of(properties)) {
            for (RunListener listener : output.listeners(System.err)) {
                listener.closed(second(0, tick(READ, 10)));
                listener.closed(second(1, tick(READ, 20, 30)));
                listener.closed(second(2, tick(READ)));
                listener.closed(second(3, tick(READ)));
                listener.closed(second(4, tick(READ, 70)));
            }
            assertThat(Runs.text(output.lines(run(Runs.good(READ, 10, 20, 30, 70)), List.of())))
                    .containsSequence(
                            "[READ], Operations, 4",
                            "[READ], AverageLatency(us), 32.5",
                            "[READ], MinLatency(us), 10",
                            "[READ], MaxLatency(us), 70",
                            "[READ], Return=OK, 4",
                            "[READ], 0, 20.0",
                            "[READ], 2000, 0.0",
                            "[READ], 4000, 70.0",
                            "[GOODPUT], Throughput(ops/sec), 2.0");
        }
    }

    @Test
    void a_timeline_begins_where_the_measured_window_does() throws Exception {
        YcsbProperties properties = properties("measurementtype=timeseries", "timeseries.granularity=1000");
        try (YcsbOutput output = YcsbOutput.of(properties)) {
            for (RunListener listener : output.listeners(System.err)) {
                listener.closed(reads(WARM_UP, 2, 900));
                listener.closed(reads(MEASURED, 3, 10));
                listener.closed(reads(MEASURED, 4, 20, 30));
            }
            assertThat(Runs.text(output.lines(run(Runs.good(READ, 10, 20, 30)), List.of())))
                    .containsSequence(
                            "[READ], Return=OK, 3",
                            "[READ], 0, 10.0",
                            "[READ], 1000, 25.0",
                            "[GOODPUT], Throughput(ops/sec), 1.5");
        }
    }

    @Test
    void samples_of_the_warm_up_are_not_written() throws Exception {
        Path file = folder.resolve("raw.csv");
        Load load = new FakeLoad(List.of(READ), turn -> {
            turn.record(READ, 2_999_000_000L, 3_001_000_000L, Outcome.OK, 1);
            turn.record(READ, 3_000_000_000L, 3_002_000_000L, Outcome.OK, 1);
            return true;
        });
        try (YcsbOutput output =
                YcsbOutput.of(properties("measurementtype=hdrhistogram+raw", "measurement.raw.output_file=" + file))) {
            Load watched = output.watched(load, MEASURED);
            Session session = watched.open(0);
            watched.begins(STARTED.epochMs());
            session.perform(new StillTurn(3_005_000_000L));
            session.close();
        }
        assertThat(file).hasContent("""
                        READ latency raw data: op, timestamp(ms), latency(us)
                        READ,1795225922005,3000
                        """);
    }

    @Test
    void every_sample_is_written_as_it_comes_behind_what_the_file_held() throws Exception {
        Path file = Files.writeString(folder.resolve("raw.csv"), "before\n");
        try (YcsbOutput output =
                YcsbOutput.of(properties("measurementtype=hdrhistogram+raw", "measurement.raw.output_file=" + file))) {
            Load watched = output.watched(twoReads(Outcome.OK, DEADLOCK), Runs.WHOLE);
            Session session = watched.open(0);
            watched.begins(STARTED.epochMs());
            session.perform(new StillTurn(5_000_000));
            session.close();
        }
        assertThat(file).hasContent("""
                        before
                        READ latency raw data: op, timestamp(ms), latency(us)
                        READ-FAILED latency raw data: op, timestamp(ms), latency(us)
                        READ,1795225919005,4000
                        READ-FAILED,1795225919005,3000
                        """);
    }

    @Test
    void sessions_of_a_load_whose_samples_are_not_requested_stay_the_same() throws Exception {
        try (YcsbOutput output = YcsbOutput.of(properties())) {
            Load load = twoReads(Outcome.OK, DEADLOCK);
            assertThat(output.watched(load, Runs.WHOLE).open(0)).hasSameClassAs(load.open(0));
        }
    }

    @Test
    void a_watched_jvm_has_a_sample_at_the_start_each_second_and_at_the_end() {
        JvmMonitor monitor = new JvmMonitor(true);
        monitor.started(STARTED);
        monitor.liveSecond(new LiveSecond(0, List.of(), 0, 0, 0));
        monitor.liveSecond(new LiveSecond(1, List.of(), 0, 0, 0));
        monitor.finished(run());
        JvmFacts.JvmUsage usage = monitor.facts().usage().orElseThrow();
        assertThat(usage.groups())
                .hasEntrySatisfying(
                        "USED_MEM_MB", mb -> assertThat(mb.getTotalCount()).isEqualTo(4));
        assertThat(usage.groups()).containsKeys("THREAD_COUNT", "GCS", "GCS_TIME");
        assertThat(usage.minThreads()).isBetween(1, usage.maxThreads());
        assertThat(usage.minMemoryMb()).isBetween(1L, usage.maxMemoryMb());
    }

    @Test
    void a_jvm_that_is_not_monitored_reports_its_collections_only() {
        JvmMonitor monitor = new JvmMonitor(false);
        monitor.started(STARTED);
        monitor.liveSecond(new LiveSecond(0, List.of(), 0, 0, 0));
        assertThat(monitor.facts().usage()).isEmpty();
        assertThat(monitor.facts().collectors())
                .isNotEmpty()
                .allSatisfy(collector -> assertThat(collector.name()).doesNotContain(" "));
    }

    private static Tick reads(Window window, long second, long... us) {
        return new Tick(second, window, List.of(tick(READ, us)), 0, 0);
    }

    /** Returns a run in whose warm-up 5 reads failed, and 2 in the measured window. */
    private static RunResult warmedUp() {
        WindowSummary warm = new WindowSummary(WARM_UP, 3, List.of(failing(Map.of(DEADLOCK, 5L))));
        WindowSummary measured = new WindowSummary(MEASURED, 2, List.of(failing(Map.of(DEADLOCK, 2L))));
        Window whole = new Window("total", Window.Kind.STEADY, 0, 5);
        WindowSummary total = new WindowSummary(whole, 5, List.of(failing(Map.of(DEADLOCK, 7L))));
        return new RunResult(
                new RunEnding.Complete(),
                5_000_000_000L,
                RunResult.TurnCount.allFinished(11),
                RunResult.RunMeasurement.of(total, warm, measured),
                0,
                RunResult.ClientHealth.GOOD);
    }

    private YcsbProperties hdr(String... more) {
        List<String> all = new ArrayList<>(List.of(more));
        all.add("hdrhistogram.fileoutput=true");
        all.add("hdrhistogram.output.path=" + folder.resolve("pre-"));
        return properties(all.toArray(String[]::new));
    }

    private record Logged(double from, double seconds, Histogram histogram) {}

    private List<Logged> intervals(String file) throws IOException {
        List<Logged> intervals = new ArrayList<>();
        try (HistogramLogReader reader =
                new HistogramLogReader(folder.resolve(file).toFile())) {
            EncodableHistogram next = reader.nextIntervalHistogram();
            while (next != null) {
                double from = (next.getStartTimeStamp() - STARTED.epochMs()) / 1000.0;
                double seconds = (next.getEndTimeStamp() - next.getStartTimeStamp()) / 1000.0;
                intervals.add(new Logged(from, seconds, (Histogram) next));
                next = reader.nextIntervalHistogram();
            }
        }
        return intervals;
    }

    @Test
    void samples_have_the_time_of_the_run_however_late_the_dispatcher_is() throws Exception {
        Path file = folder.resolve("raw.csv");
        CountDownLatch performed = new CountDownLatch(100);
        long beforeMs = System.currentTimeMillis();
        YcsbProperties settings =
                hdr("measurementtype=hdrhistogram+raw", "measurement.raw.output_file=" + file, "status=true");
        ByteArrayOutputStream status = new ByteArrayOutputStream();
        try (YcsbOutput output = YcsbOutput.of(settings)) {
            Load watched = output.watched(FakeLoad.counted(READ, performed), Runs.WHOLE);
            List<RunListener> listeners = new ArrayList<>(List.of(late(performed)));
            listeners.addAll(output.listeners(new PrintStream(status, true, StandardCharsets.UTF_8)));
            new LoadRun(watched, turns(100), listeners).execute();
        }
        long afterMs = System.currentTimeMillis();
        assertThat(Files.readAllLines(file).stream().filter(line -> line.startsWith("READ,")))
                .hasSize(100)
                .allSatisfy(line ->
                        assertThat(Long.parseLong(line.split(",", -1)[1])).isBetween(beforeMs, afterMs));
        assertThat(Files.readString(folder.resolve("pre-READ.hdr")))
                .containsPattern("#\\[StartTime: " + beforeMs / 100_000_000);
        assertThat(status.toString(StandardCharsets.UTF_8))
                .contains(" 0 sec: 0 operations; ")
                .contains(": 100 operations; ");
    }

    @Test
    void collections_before_a_late_dispatcher_hears_of_the_start_are_counted() throws Exception {
        CountDownLatch performed = new CountDownLatch(1);
        Load collecting = new FakeLoad(List.of(READ), turn -> {
            System.gc();
            turn.record(READ, turn.nowNs(), Outcome.OK, 1);
            performed.countDown();
            return true;
        });
        JvmMonitor monitor = new JvmMonitor(false);
        new LoadRun(monitor.watched(collecting, Runs.WHOLE), turns(1), List.of(late(performed), monitor)).execute();
        assertThat(collections(monitor)).isPositive();
    }

    @Test
    void collections_of_the_warm_up_and_after_the_end_are_in_no_figure() {
        JvmMonitor measured = new JvmMonitor(false);
        JvmMonitor whole = new JvmMonitor(false);
        Load load = FakeLoad.counted(READ, new CountDownLatch(1));
        whole.watched(load, Runs.WHOLE).begins(STARTED.epochMs());
        measured.watched(load, new Window("measured", Window.Kind.STEADY, 1, 2)).begins(STARTED.epochMs());
        System.gc();
        measured.liveSecond(new LiveSecond(0, List.of(), 0, 0, 0));
        measured.finished(run());
        whole.finished(run());
        long counted = collections(measured);
        assertThat(counted).isLessThan(collections(whole));
        System.gc();
        assertThat(collections(measured)).isEqualTo(counted);
    }

    private static long collections(JvmMonitor monitor) {
        return monitor.facts().collectors().stream()
                .mapToLong(JvmFacts.Collector::count)
                .sum();
    }

    /** Returns a listener that holds up the announcement of the start until these turns have been performed. */
    private static RunListener late(CountDownLatch performed) {
        return new RunListener() {
            @Override
            public void started(RunStart start) {
                try {
                    performed.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    private static LoadPlan turns(long turns) {
        return new LoadPlan(
                1,
                new LoadPace.Closed(),
                OptionalLong.of(turns),
                Optional.empty(),
                Duration.ZERO,
                Duration.ofSeconds(1),
                1,
                LoadPlan.Threads.PLATFORM,
                List.of());
    }
}
