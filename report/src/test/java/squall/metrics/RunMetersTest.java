package squall.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.results.Runs.LOST;
import static squall.results.Runs.READ;
import static squall.results.Runs.SERIALIZATION;
import static squall.results.Runs.microseconds;
import static squall.results.Runs.second;
import static squall.results.Runs.tick;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import squall.check.isolation.JudgeRequest;
import squall.engine.RunEvent;
import squall.measure.LiveSecond;
import squall.measure.Tick;
import squall.measure.Window;

class RunMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final RunMeters meters = meters(registry);

    private static RunMeters meters(SimpleMeterRegistry registry) {
        registry.config().onMeterRegistrationFailed((id, reason) -> {
            throw new AssertionError(id + ": " + reason);
        });
        return new RunMeters(
                registry, new RunMeters.Info("id", "0.1", "postgresql", "17.5", "workloada"), 1_470, () -> 0.25);
    }

    @BeforeEach
    void feed() {
        meters.liveSecond(new LiveSecond(0, List.of(), 8, 1_500_000_000, 3));
        meters.closed(
                tick(0, second(READ, microseconds(1_000, 2_000, 70_000_000), SERIALIZATION, SERIALIZATION, LOST)));
        meters.closed(tick(1, second(READ, microseconds(1_000))));
        meters.fault(new RunMeters.FaultLabels("net-2", "net", "n3"), true);
    }

    @AfterEach
    void close() {
        meters.close();
        registry.close();
    }

    @Test
    void these_and_no_other_meters_have_these_labels() {
        Map<String, Set<String>> labels = new TreeMap<>();
        for (Meter meter : registry.getMeters()) {
            if (!meter.getId().getName().equals("jvm.gc.pause")) { // comes with the first collection
                labels.computeIfAbsent(meter.getId().getName(), n -> new TreeSet<>())
                        .addAll(meter.getId().getTags().stream()
                                .map(Tag::getKey)
                                .collect(Collectors.toSet()));
            }
        }
        // Micrometer's SimpleMeterRegistry keeps the buckets of a timer as gauges of their own.
        labels.keySet().removeIf(name -> name.endsWith(".histogram"));
        assertThat(labels)
                .isEqualTo(Map.ofEntries(
                        Map.entry("squall.operation.duration", Set.of("operation", "outcome")),
                        Map.entry("squall.operations", Set.of("operation")),
                        Map.entry("squall.operation.errors", Set.of("operation", "class", "sqlstate")),
                        Map.entry("squall.retries", Set.of("operation")),
                        Map.entry("squall.inflight.operations", Set.of()),
                        Map.entry("squall.schedule.lag.seconds", Set.of()),
                        Map.entry("squall.target.rate", Set.of()),
                        Map.entry("squall.client.cpu.ratio", Set.of()),
                        Map.entry("squall.phase.info", Set.of("phase", "index")),
                        Map.entry("squall.fault.active", Set.of("fault", "kind", "target")),
                        Map.entry("squall.run.info", Set.of("run_id", "version", "db", "db_version", "workload"))));
    }

    @Test
    void latencies_fall_into_sixteen_buckets() {
        Timer timer = registry.get("squall.operation.duration")
                .tag("operation", "READ")
                .timer();
        assertThat(timer.count()).isEqualTo(4);
        assertThat(Arrays.stream(timer.takeSnapshot().histogramCounts())
                        .map(CountAtBucket::count)
                        .toList())
                .containsExactly(0.0, 2.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0);
    }

    @Test
    void errors_are_counted_by_class_and_state() {
        assertThat(registry.get("squall.operation.errors")
                        .tags("class", "serialization", "sqlstate", "40001")
                        .counter()
                        .count())
                .isEqualTo(2);
        assertThat(registry.get("squall.operation.errors")
                        .tags("class", "connection", "sqlstate", "08006")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("squall.operations").counter().count()).isEqualTo(7);
    }

    @Test
    void gauges_show_the_last_live_second() {
        assertThat(registry.get("squall.inflight.operations").gauge().value()).isEqualTo(8);
        assertThat(registry.get("squall.schedule.lag.seconds").gauge().value()).isEqualTo(1.5);
        assertThat(registry.get("squall.target.rate").gauge().value()).isEqualTo(1_470);
        assertThat(registry.get("squall.client.cpu.ratio").gauge().value()).isEqualTo(0.25);
    }

    @Test
    void a_fault_of_the_conductor_is_active_from_when_it_was_seen_until_it_was_gone() {
        tell("inject", true);
        assertThat(registry.find("squall.fault.active").tag("kind", "kill").gauge())
                .isNull();
        tell("effective", false);
        assertThat(registry.find("squall.fault.active").tag("kind", "kill").gauge())
                .isNull();
        tell("effective", true);
        assertThat(killed()).isEqualTo(1);
        tell("verified", false);
        assertThat(killed()).isEqualTo(1);
        tell("verified", true);
        assertThat(killed()).isZero();
    }

    @Test
    void an_anomaly_of_a_judged_load_is_shown_from_when_it_was_found() {
        assertThat(registry.find("squall.isolation.anomaly").gauge()).isNull();
        meters.event(new RunEvent(
                0, JudgeRequest.EVENT, "lost update: T1 ...", Map.of(JudgeRequest.ANOMALY, "lost update")));
        assertThat(registry.get("squall.isolation.anomaly")
                        .tag("anomaly", "lost update")
                        .gauge()
                        .value())
                .isEqualTo(1);
    }

    private void tell(String step, boolean ok) {
        meters.event(new RunEvent(
                0, step, "", Map.of("phase", "nodes", "injection", "one", "fault", "kill", "target", "n1", "ok", ok)));
    }

    private double killed() {
        return registry.get("squall.fault.active")
                .tags("fault", "nodes/one", "kind", "kill", "target", "n1")
                .gauge()
                .value();
    }

    @Test
    void only_the_phase_under_way_is_there() {
        PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        CompositeMeterRegistry all = new CompositeMeterRegistry();
        all.add(prometheus);
        try (RunMeters both = new RunMeters(all, new RunMeters.Info("id", "", "", "", ""), 1, () -> 0)) {
            both.closed(new Tick(0, new Window("warm-up", Window.Kind.WARMUP, 0, 1), List.of(), 0, 0));
            both.closed(new Tick(1, new Window("measured", Window.Kind.STEADY, 1, 9), List.of(), 0, 0));
            both.closed(new Tick(2, new Window("measured", Window.Kind.STEADY, 1, 9), List.of(), 0, 0));
            assertThat(prometheus.scrape().lines().filter(line -> line.startsWith("squall_phase_info")))
                    .containsExactly("squall_phase_info{index=\"1\",phase=\"measured\"} 1");
        }
    }

    @Test
    void a_healed_fault_is_no_longer_active() {
        assertThat(registry.get("squall.fault.active").gauge().value()).isEqualTo(1);
        meters.fault(new RunMeters.FaultLabels("net-2", "net", "n3"), false);
        assertThat(registry.get("squall.fault.active").gauge().value()).isZero();
    }
}
