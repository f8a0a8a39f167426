package squall.metrics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static squall.results.Runs.READ;
import static squall.results.Runs.SERIALIZATION;
import static squall.results.Runs.microseconds;
import static squall.results.Runs.second;
import static squall.results.Runs.tick;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import squall.engine.monitor.DatabaseMonitor;
import squall.measure.LiveSecond;
import squall.spi.InstrumentReading;
import squall.spi.ServerMetric;

/** Comparison of the metrics that {@code docker/observability} shows with those that are served. */
class ObservabilityTest {
    private static final Path FOLDER = Path.of("..", "docker", "observability");
    private static final Pattern NAME = Pattern.compile("\\b(?:squall|jvm)_[a-z_]+");
    private static final Pattern LABELS = Pattern.compile("(\\w+)=\"");
    private static final Pattern GROUPED = Pattern.compile("by \\(([^)]*)\\)");
    private static final Pattern SHOWN = Pattern.compile("\\{\\{(\\w+)}}");

    /** Set by whoever reads the port. */
    private static final Set<String> OF_PROMETHEUS = Set.of("instance", "job");

    @ParameterizedTest
    @ValueSource(strings = {"load", "adversity", "database"})
    void every_metric_and_label_of_a_dashboard_is_served(String dashboard) throws IOException {
        Map<String, Set<String>> served = served();
        Set<String> labels = new HashSet<>(OF_PROMETHEUS);
        served.values().forEach(labels::addAll);
        for (String expression : expressions(read(dashboard))) {
            assertThat(found(NAME, expression)).isNotEmpty().isSubsetOf(served.keySet());
            assertThat(labels).containsAll(found(LABELS, expression));
            GROUPED.matcher(expression)
                    .results()
                    .forEach(by ->
                            assertThat(labels).containsAll(List.of(by.group(1).split(", "))));
        }
        read(dashboard)
                .findValuesAsText("legendFormat")
                .forEach(legend -> assertThat(labels).containsAll(found(SHOWN, legend)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"load", "adversity", "database"})
    void a_dashboard_is_bound_to_no_server_and_marks_phases_and_faults(String dashboard) throws IOException {
        JsonNode read = read(dashboard);
        assertThat(read.path("uid").asText()).isEqualTo("squall-" + dashboard);
        assertThat(read.path("id").isNull()).isTrue();
        assertThat(read.path("graphTooltip").asInt()).isEqualTo(1);
        assertThat(read.path("templating").path("list").findValuesAsText("name"))
                .startsWith("datasource", "run_id");
        assertThat(read.findValues("datasource").stream()
                        .map(source -> source.path("uid").asText())
                        .distinct())
                .containsExactly("${datasource}");
        assertThat(read.path("annotations").path("list").findValuesAsText("expr"))
                .containsExactly("squall_fault_active == 1", "squall_phase_info == 1");
    }

    @Test
    void every_figure_of_a_database_has_its_place_on_the_dashboard() throws IOException {
        Set<String> drawn = new TreeSet<>();
        expressions(read("database")).forEach(expression -> drawn.addAll(found(NAME, expression)));
        drawn.removeIf(name -> !name.startsWith("squall_database_") || name.contains("looks_missed"));
        Set<String> known = new TreeSet<>();
        Stream.of(ServerMetric.values())
                .filter(metric -> metric != ServerMetric.QUERY_BUCKET)
                .map(metric -> DatabaseMeters.name(metric).replace('.', '_')
                        + (metric.kind() == ServerMetric.FigureKind.COUNTER ? "_total" : ""))
                .forEach(known::add);
        assertThat(drawn).isEqualTo(known);
    }

    @Test
    void everything_listens_on_loopback_and_is_pinned() throws IOException {
        Map<?, ?> compose = yaml("compose.yaml");
        Map<?, ?> services = (Map<?, ?>) requireNonNull(compose.get("services"));
        assertThat(services.values()).hasSize(2).allSatisfy(service -> {
            assertThat(String.valueOf(((Map<?, ?>) service).get("image"))).matches("[\\w/]+:v?\\d+\\.\\d+\\.\\d+");
            assertThat(((Map<?, ?>) service).get("healthcheck")).isNotNull();
        });
        assertThat(services.toString())
                .contains("--web.listen-address=127.0.0.1:9090", "GF_SERVER_HTTP_ADDR=127.0.0.1");
        assertThat(yaml("prometheus/prometheus.yml").toString()).contains("127.0.0.1:9464");
        assertThat(yaml("grafana/provisioning/datasources/prometheus.yaml").toString())
                .contains("http://127.0.0.1:9090");
        assertThat(yaml("grafana/provisioning/dashboards/squall.yaml").toString())
                .contains("/var/lib/grafana/dashboards");
    }

    /** Returns the labels of every metric, by name, as a run with everything in it serves them. */
    private static Map<String, Set<String>> served() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        registry.throwExceptionOnRegistrationFailure();
        try (RunMeters meters = new RunMeters(
                registry, new RunMeters.Info("id", "0.1", "postgresql", "17.5", "workloada"), 10, () -> 0)) {
            meters.liveSecond(new LiveSecond(0, List.of(), 8, 0, 3));
            meters.closed(tick(0, second(READ, microseconds(1_000), SERIALIZATION)));
            meters.fault(new RunMeters.FaultLabels("net-2", "net", "n3"), true);
            feed(new DatabaseMeters(registry));
            Map<String, Set<String>> served = new HashMap<>();
            registry.scrape()
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> served.computeIfAbsent(line.replaceFirst("[{ ].*", ""), unseen -> new HashSet<>())
                            .addAll(found(LABELS, line)));
            return served;
        }
    }

    private static void feed(DatabaseMeters meters) {
        List<InstrumentReading> all = Stream.of(ServerMetric.values())
                .filter(metric -> metric != ServerMetric.QUERY_BUCKET)
                .map(metric -> InstrumentReading.of("n1", metric, 1))
                .toList();
        meters.looked(new DatabaseMonitor.MetricSample.Seen("views of n1", 0, all));
        meters.looked(new DatabaseMonitor.MetricSample.Missed("views of n1", 1, "refused"));
    }

    private static List<String> expressions(JsonNode dashboard) {
        return dashboard.findValuesAsText("expr");
    }

    private static JsonNode read(String dashboard) throws IOException {
        return new ObjectMapper()
                .readTree(Files.readString(FOLDER.resolve("grafana/dashboards/" + dashboard + ".json")));
    }

    private static Map<?, ?> yaml(String file) throws IOException {
        return (Map<?, ?>)
                new Load(LoadSettings.builder().build()).loadFromString(Files.readString(FOLDER.resolve(file)));
    }

    private static Set<String> found(Pattern pattern, String text) {
        Set<String> found = new HashSet<>();
        pattern.matcher(text).results().map(ObservabilityTest::last).forEach(found::add);
        return found;
    }

    private static String last(MatchResult match) {
        return match.group(match.groupCount());
    }
}
