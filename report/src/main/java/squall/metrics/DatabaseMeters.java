package squall.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import squall.engine.monitor.DatabaseMonitor;
import squall.engine.monitor.DatabaseMonitor.MetricSample;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;
import squall.spi.ServerMetric.FigureKind;

/**
 * Database metrics as meters: {@code squall.database.} and the metric's name, by node. Buckets are not included, because they are defined
 * by the database and fit no Micrometer meter. Updated on the run's listener thread.
 */
public final class DatabaseMeters implements DatabaseMonitor.ReadingSink {
    private static final String PREFIX = "squall.database.";

    private record Figure(String node, ServerMetric metric) {}

    private final MeterRegistry registry;
    private final Map<Figure, Held> held = new HashMap<>();
    private final Map<String, List<Held>> gauges = new HashMap<>();

    /** @param registry the caller's to close */
    public DatabaseMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Returns the name of a metric in Micrometer; Prometheus adds its own suffixes. */
    public static String name(ServerMetric metric) {
        return PREFIX + metric.label().replace('_', '.');
    }

    @Override
    public void looked(MetricSample look) {
        switch (look) {
            case MetricSample.Seen seen -> seen.readings().forEach(reading -> show(seen.source(), reading));
            case MetricSample.Missed missed -> miss(missed.source());
        }
    }

    private void show(String source, InstrumentReading reading) {
        if (reading.bound().isEmpty()) {
            held.computeIfAbsent(new Figure(reading.node(), reading.metric()), figure -> registered(source, figure))
                    .set(reading.value());
        }
    }

    /** Sets the gauges of a source to NaN: a value that could not be read is not assumed to be unchanged. */
    private void miss(String source) {
        gauges.getOrDefault(source, List.of()).forEach(gauge -> gauge.set(Double.NaN));
        Counter.builder(PREFIX + "looks.missed")
                .description("Readings of the database's own metrics that failed.")
                .tags("source", source)
                .register(registry)
                .increment();
    }

    private Held registered(String source, Figure figure) {
        Held value = new Held();
        ServerMetric metric = figure.metric();
        Tags tags = Tags.of("node", figure.node());
        if (metric.kind() == FigureKind.COUNTER) {
            FunctionCounter.builder(name(metric), value, Held::get)
                    .description(metric.about())
                    .tags(tags)
                    .register(registry);
        } else {
            Gauge.builder(name(metric), value, Held::get)
                    .description(metric.about())
                    .tags(tags)
                    .register(registry);
            gauges.computeIfAbsent(source, unseen -> new ArrayList<>()).add(value);
        }
        return value;
    }

    /** Value that one thread writes and others read; referenced here, because registries reference it weakly. */
    private static final class Held {
        private final AtomicLong bits = new AtomicLong();

        double get() {
            return Double.longBitsToDouble(bits.get());
        }

        void set(double value) {
            bits.set(Double.doubleToLongBits(value));
        }
    }
}
