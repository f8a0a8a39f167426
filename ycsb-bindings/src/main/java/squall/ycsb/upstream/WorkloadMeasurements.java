package squall.ycsb.upstream;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.MeasurementsExporter;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.spi.Operation;
import squall.spi.Turn;
import squall.ycsb.output.Line;

/**
 * What workloads find behind {@code Measurements.getMeasurements()}: samples of operations that Squall knows go into the turn under
 * way, all others are kept as upstream keeps them and read out at the end.
 */
final class WorkloadMeasurements extends Measurements {
    /** Upstream's interface names no turn, so the thread has to tell which one a sample belongs to. */
    private static final ThreadLocal<@Nullable TurnSamples> CURRENT = new ThreadLocal<>();

    private final Failures failures;
    private final RowsVerified verified;

    private WorkloadMeasurements(Properties properties, Failures failures, RowsVerified verified) {
        super(properties);
        this.failures = failures;
        this.verified = verified;
    }

    /**
     * Takes the place of the process-wide instance. To be called before the workload is made: workloads fetch the instance as early as
     * in their field initialisers, and keep it.
     */
    static WorkloadMeasurements install(Properties properties, Failures failures, RowsVerified verified)
            throws CommandException {
        Properties kept = new Properties();
        kept.putAll(properties);
        // Files and standard output are Squall's own; only numbers are wanted from upstream's class.
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
                            + ". Take other copies of the YCSB core off the class path.",
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
        Operation known = Operations.named(operation);
        if (samples == null || known == null || !samples.add(known, latencyUs)) {
            super.measure(operation, latencyUs);
        }
    }

    /** The turn knows when it was due, so the same sample told again from there adds nothing. */
    @Override
    public void measureIntended(String operation, int latencyUs) {
        if (CURRENT.get() == null || Operations.named(operation) == null) {
            super.measureIntended(operation, latencyUs);
        }
    }

    @Override
    public void reportStatus(String operation, Status status) {
        TurnSamples samples = CURRENT.get();
        Operation known = Operations.named(operation);
        if (samples == null || known == null || !samples.answered(known, status)) {
            super.reportStatus(operation, status);
        }
    }

    /** What was measured under names that Squall does not know. */
    List<Line> others() {
        List<Line> lines = new ArrayList<>();
        try (MeasurementsExporter collector = new Collector(lines)) {
            exportMeasurements(collector);
        } catch (IOException e) {
            throw new IllegalStateException("a list cannot fail to be written to", e);
        }
        return lines;
    }

    private record Collector(List<Line> lines) implements MeasurementsExporter {
        @Override
        public void write(String metric, String measurement, int value) {
            lines.add(new Line(metric, measurement, value));
        }

        @Override
        public void write(String metric, String measurement, long value) {
            lines.add(new Line(metric, measurement, value));
        }

        @Override
        public void write(String metric, String measurement, double value) {
            lines.add(new Line(metric, measurement, value));
        }

        @Override
        public void close() {}
    }
}
