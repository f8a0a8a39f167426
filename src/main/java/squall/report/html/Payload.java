package squall.report.html;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import squall.measure.Window;
import squall.report.chart.Curve;
import squall.report.chart.HeatMap;
import squall.report.chart.Latencies;
import squall.report.chart.Logs;
import squall.report.chart.Series;
import squall.report.chart.ServerChart;
import squall.report.chart.Track;
import squall.report.model.Evidence;
import squall.report.model.Injection;
import squall.report.model.Report;
import squall.results.Json;

/**
 * What the charts of a page are drawn from: a header in JSON, then columns in the order in which {@code page.js} reads them, compressed, as
 * base64, which no text in the data can break out of.
 */
final class Payload {
    /** With more numbers than this, several seconds share one. */
    private static final int MOST_NUMBERS = 400_000;

    private final Report report;
    private final Evidence evidence;
    private final Map<String, Track> errors;
    private final int step;
    private final int serverStep;
    private final List<ServerChart> servers;

    private Payload(Report report) {
        this.report = report;
        this.evidence = report.evidence();
        this.errors = report.failures();
        Series series = evidence.series();
        this.servers = ServerChart.of(evidence.readings(), series.seconds());
        this.step = step((long) series.seconds() * (series.lines().size() + 2));
        this.serverStep = step((long) series.seconds()
                * servers.stream().mapToInt(chart -> chart.lines().size()).sum());
    }

    static String of(Report report) {
        return new Payload(report).packed();
    }

    private static int step(long numbers) {
        return IntStream.of(1, 2, 5, 10, 20, 30, 60, 120, 300)
                .filter(step -> numbers / step <= MOST_NUMBERS)
                .findFirst()
                .orElse(600);
    }

    private String packed() {
        byte[] head = Json.line(head()).getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new Best(packed)) {
            out.write(ByteBuffer.allocate(Integer.BYTES).putInt(head.length).array());
            out.write(head);
            out.write(columns());
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written to", e);
        }
        return Base64.getEncoder().encodeToString(packed.toByteArray());
    }

    private byte[] columns() {
        Columns columns = new Columns();
        Series series = evidence.series();
        series.lines().forEach(line -> columns.add(line.completed().averaged(step)));
        errors.values().forEach(track -> columns.add(track.highest(step)));
        columns.add(series.inFlight().averaged(step));
        columns.add(series.lagMs().highest(step));
        Latencies latencies = evidence.latencies();
        columns.add(latencies.from());
        latencies.lines().forEach(line -> line.percentiles().forEach(columns::add));
        columns.add(evidence.heat().counts());
        servers.forEach(chart -> chart.tracks(serverStep).forEach(columns::add));
        return columns.bytes();
    }

    private Map<String, Object> head() {
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("seconds", evidence.series().seconds());
        head.put("step", step);
        head.put("windows", evidence.windows().stream().map(Payload::window).toList());
        head.put(
                "injections",
                report.injections().stream().map(Payload::injection).toList());
        head.put("events", events());
        head.put(
                "throughput",
                evidence.series().lines().stream().map(Series.Line::operation).toList());
        head.put("errors", List.copyOf(errors.keySet()));
        head.put(
                "operations",
                evidence.latencies().lines().stream()
                        .map(Latencies.Line::operation)
                        .toList());
        head.put("percentiles", Latencies.PERCENTILES);
        head.put("logSteps", Logs.STEPS);
        head.put("heat", heat(evidence.heat()));
        head.put("serverStep", serverStep);
        head.put("servers", servers.stream().map(Payload::server).toList());
        head.put("curves", report.curves().stream().map(Payload::curve).toList());
        return head;
    }

    private static Map<String, Object> window(Window window) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", window.name());
        json.put("kind", window.kind().name().toLowerCase(Locale.ROOT));
        json.put("from", window.fromSecond());
        json.put("to", window.toSecond());
        return json;
    }

    private static Map<String, Object> injection(Injection injection) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", injection.name());
        json.put("lane", injection.lane());
        put(json, "injected", injection.injected());
        put(json, "effective", injection.effective());
        put(json, "healed", injection.healed());
        put(json, "verified", injection.verified());
        return json;
    }

    private static void put(Map<String, Object> json, String name, OptionalDouble seconds) {
        seconds.ifPresent(value -> json.put(name, Math.round(value * 1000) / 1000.0));
    }

    private List<Map<String, Object>> events() {
        List<Map<String, Object>> events = new ArrayList<>();
        report.marks().forEach(event -> {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("at", Math.round(event.atNs() / 1e6) / 1000.0);
            json.put("type", event.type());
            json.put("detail", event.detail());
            events.add(json);
        });
        return events;
    }

    private static Map<String, Object> heat(HeatMap heat) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("seconds", heat.columnSeconds());
        json.put("lowest", heat.lowest());
        json.put("rows", heat.rows());
        json.put("rowsPerDecade", HeatMap.ROWS_PER_DECADE);
        return json;
    }

    private static Map<String, Object> server(ServerChart chart) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("title", chart.title());
        json.put("divisor", chart.divisor());
        json.put("nodes", chart.lines().stream().map(ServerChart.Line::node).toList());
        return json;
    }

    private static Map<String, Object> curve(Curve curve) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", curve.window().name());
        json.put("kind", curve.window().kind().name().toLowerCase(Locale.ROOT));
        json.put(
                "points",
                curve.points().stream()
                        .map(point -> List.of(Math.round(point.percentile() * 1e6) / 1e6, point.micros()))
                        .toList());
        return json;
    }

    /** Packs as tightly as it can. */
    private static final class Best extends GZIPOutputStream {
        private Best(ByteArrayOutputStream out) throws IOException {
            super(out);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }
}
