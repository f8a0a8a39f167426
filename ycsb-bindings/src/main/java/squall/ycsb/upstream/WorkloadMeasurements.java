package squall.ycsb.upstream;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.MeasurementsExporter;
import squall.check.DataCheck;
import squall.spi.CheckResult;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.ycsb.binding.DbAccess;
import squall.ycsb.output.YcsbReport.ReportLine;

/**
 * Recorder that workloads find behind {@code Measurements.getMeasurements()}: samples of operations that Squall knows go into the turn
 * under way, all others are kept as upstream keeps them and read out at the end.
 */
final class WorkloadMeasurements extends Measurements {
    /** Upstream's interface names no turn, so the thread has to tell which one a sample belongs to. */
    private static final ThreadLocal<@Nullable TurnSamples> CURRENT = new ThreadLocal<>();

    private final ThirdPartyFailures failures;
    private final RowsVerified verified;

    private WorkloadMeasurements(Properties properties, ThirdPartyFailures failures, RowsVerified verified) {
        super(properties);
        this.failures = failures;
        this.verified = verified;
    }

    /**
     * Takes the place of the process-wide instance. To be called before the workload is made: workloads fetch the instance as early as
     * in their field initialisers, and keep it.
     */
    static WorkloadMeasurements install(Properties properties, ThirdPartyFailures failures, RowsVerified verified)
            throws CommandException {
        Properties kept = new Properties();
        kept.putAll(properties);
        // Squall writes files and standard output itself; only the numbers of upstream's class are used.
        kept.setProperty(MEASUREMENT_TYPE_PROPERTY, "hdrhistogram");
        kept.setProperty("hdrhistogram.fileoutput", "false");
        WorkloadMeasurements measurements = new WorkloadMeasurements(kept, failures, verified);
        setProperties(kept);
        try {
            Field singleton = Measurements.class.getDeclaredField("singleton");
            singleton.setAccessible(true);
            singleton.set(null, measurements);
        } catch (ReflectiveOperationException e) {
            throw new CommandException(
                    ExitCode.UNREACHABLE,
                    Measurements.class.getName() + " on the class path is not that of YCSB 0.17.0: " + e
                            + ". Remove other copies of the YCSB core from the class path.",
                    e);
        }
        return measurements;
    }

    /** Samples of this thread belong to this turn, until {@link #end}. */
    void begin(Turn turn) {
        CURRENT.set(new TurnSamples(turn, failures, verified));
    }

    void end() {
        TurnSamples samples = CURRENT.get();
        CURRENT.remove();
        if (samples != null) {
            samples.settle();
        }
    }

    @Override
    public void measure(String operation, int latencyUs) {
        TurnSamples samples = CURRENT.get();
        Operation known = UpstreamOperations.named(operation);
        if (samples == null || known == null || !samples.add(known, latencyUs)) {
            super.measure(operation, latencyUs);
        }
    }

    /** Ignores samples of a turn: the turn knows when it was due, so the same sample told again from there adds nothing. */
    @Override
    public void measureIntended(String operation, int latencyUs) {
        if (CURRENT.get() == null || UpstreamOperations.named(operation) == null) {
            super.measureIntended(operation, latencyUs);
        }
    }

    @Override
    public void reportStatus(String operation, Status status) {
        TurnSamples samples = CURRENT.get();
        Operation known = UpstreamOperations.named(operation);
        if (samples == null || known == null || !samples.answered(known, status)) {
            super.reportStatus(operation, status);
        }
    }

    /** Returns what was measured under names that Squall does not know. */
    List<ReportLine> others() {
        List<ReportLine> lines = new ArrayList<>();
        try (MeasurementsExporter collector = new Collector(lines)) {
            exportMeasurements(collector);
        } catch (IOException e) {
            throw new IllegalStateException("writing to a list cannot fail", e);
        }
        return lines;
    }

    private record Collector(List<ReportLine> lines) implements MeasurementsExporter {
        @Override
        public void write(String metric, String measurement, int value) {
            lines.add(new ReportLine(metric, measurement, value));
        }

        @Override
        public void write(String metric, String measurement, long value) {
            lines.add(new ReportLine(metric, measurement, value));
        }

        @Override
        public void write(String metric, String measurement, double value) {
            lines.add(new ReportLine(metric, measurement, value));
        }

        @Override
        public void close() {}
    }

    /**
     * Recorder of the samples that a workload takes by itself during one turn. It tells the latency first and then, not always, how it
     * ended; so a sample waits for its status until the next sample of that name, or the end of the turn.
     */
    private static final class TurnSamples {
        private record Waiting(Operation operation, long sentNs) {}

        private final Turn turn;
        private final ThirdPartyFailures failures;
        private final RowsVerified verified;
        private final List<Waiting> waiting = new ArrayList<>(2);

        TurnSamples(Turn turn, ThirdPartyFailures failures, RowsVerified verified) {
            this.turn = turn;
            this.failures = failures;
            this.verified = verified;
        }

        /** Returns false for a sample that began before its turn was due, or not yet: it is not of this turn. */
        boolean add(Operation operation, int latencyUs) {
            settle(operation, Outcome.OK);
            long sentNs = turn.nowNs() - latencyUs * 1000L;
            boolean ofThisTurn = latencyUs >= 0 && sentNs >= turn.dueNs();
            if (ofThisTurn) {
                waiting.add(new Waiting(operation, sentNs));
            }
            return ofThisTurn;
        }

        /** Returns false if no sample waits for this status. */
        boolean answered(Operation operation, Status status) {
            return settle(operation, failures.verified(status));
        }

        /** Settles the samples whose outcome was not reported, which upstream treats as success. */
        void settle() {
            waiting.forEach(sample -> record(sample, Outcome.OK));
            waiting.clear();
        }

        private boolean settle(Operation operation, Outcome outcome) {
            return waiting.removeIf(sample -> {
                boolean same = sample.operation.equals(operation);
                if (same) {
                    record(sample, outcome);
                }
                return same;
            });
        }

        private void record(Waiting sample, Outcome outcome) {
            if (sample.operation.equals(UpstreamOperations.VERIFY)) {
                verified.add(outcome);
            }
            turn.record(sample.operation, turn.dueNs(), sample.sentNs, outcome, 1);
        }
    }

    /** Count of what a workload with {@code dataintegrity=true} found in the rows it read. Used by all sessions at once. */
    static final class RowsVerified {
        private final LongAdder right = new LongAdder();
        private final LongAdder wrong = new LongAdder();
        private final LongAdder unread = new LongAdder();

        void add(Outcome outcome) {
            if (outcome instanceof Outcome.Ok) {
                right.increment();
            } else if (outcome.code().equals(Status.UNEXPECTED_STATE.getName())) {
                wrong.increment();
            } else {
                unread.increment();
            }
        }

        /** Returns the check's result; empty if no row was looked at. */
        List<CheckResult> result() {
            long all = right.sum() + wrong.sum() + unread.sum();
            return all == 0 ? List.of() : List.of(DataCheck.recorded("dataintegrity", "rows", this::judged));
        }

        private String judged(DataCheck check) {
            String counts = right.sum() + " rows as written, " + wrong.sum() + " with other content, " + unread.sum()
                    + " that could not be compared";
            check.examined(right.sum() + wrong.sum());
            if (wrong.sum() > 0) {
                check.wrong(counts);
                return "";
            }
            if (unread.sum() > 0) {
                check.undecided(counts);
            }
            return counts;
        }
    }

    /**
     * Translation of the answers and exceptions of third-party code to outcomes; of each kind the first message is kept, so that a message
     * that differs from call to call does not fill the memory.
     *
     * <p>Used by all sessions at once.
     */
    static final class ThirdPartyFailures {
        private static final ErrorCode NO_STATUS = new ErrorCode(ErrorKind.OTHER, "NO_STATUS");

        private final ConcurrentMap<ErrorCode, Outcome> refused = new ConcurrentHashMap<>();
        private final ConcurrentMap<ErrorCode, Outcome> unknown = new ConcurrentHashMap<>();

        /** @param status null where a database broke the contract and answered nothing */
        Outcome outcome(DbAccess access, @Nullable Status status) {
            return first(
                    status == null ? access.failed(NO_STATUS, "the database returned null") : access.outcome(status));
        }

        /** @param where the method that threw, as {@code class.method} */
        Outcome thrown(DbAccess access, String where, Throwable thrown) {
            return first(
                    access.failed(new ErrorCode(ErrorKind.OTHER, name(thrown.getClass())), where + " threw " + thrown));
        }

        /** Returns the outcome of a workload's comparison of a row with its expected values. */
        Outcome verified(@Nullable Status status) {
            if (status == null || status.isOk()) {
                return Outcome.OK;
            }
            return first(new Outcome.Refused(
                    new ErrorCode(ErrorKind.DATA, status.getName()), Objects.toString(status.getDescription(), "")));
        }

        private Outcome first(Outcome outcome) {
            return switch (outcome) {
                case Outcome.Ok ok -> ok;
                case Outcome.Refused r -> refused.computeIfAbsent(r.error(), e -> r);
                case Outcome.Unknown u -> unknown.computeIfAbsent(u.error(), e -> u);
            };
        }

        /** Returns the name of a class; simple names are empty for anonymous classes, and a code never is. */
        private static String name(Class<?> type) {
            return type.getSimpleName().isEmpty() ? type.getName() : type.getSimpleName();
        }
    }
}
