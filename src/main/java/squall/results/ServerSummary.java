package squall.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import squall.cli.Figures;
import squall.cli.Secrets;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.measure.server.Readings;
import squall.measure.server.ServerFigures;
import squall.run.RunResult;
import squall.run.watch.Tally;

/**
 * What is told at the end of a run of the database's own figures: what was looked at, what was missed, and each window in a few numbers.
 *
 * @param tallies one for each instrument
 * @param unreadable why what was read could not be read back; then there are no readings
 */
public record ServerSummary(List<Tally> tallies, Readings readings, List<Window> windows, Optional<String> unreadable) {
    private static final double MB = 1e6;

    public ServerSummary {
        tallies = List.copyOf(tallies);
        windows = List.copyOf(windows);
    }

    /** @param directory the run's, whose readings are complete */
    public static ServerSummary of(List<Tally> tallies, Path directory, RunResult result) {
        Path file = directory.resolve(ReadingsFile.NAME);
        List<Window> windows =
                result.windows().stream().map(WindowSummary::window).toList();
        try {
            Readings readings = Files.exists(file) ? ReadingsFile.read(file) : new Readings();
            return new ServerSummary(tallies, readings, windows, Optional.empty());
        } catch (IOException e) {
            return new ServerSummary(tallies, new Readings(), windows, Optional.of(String.valueOf(e.getMessage())));
        }
    }

    /** For the run's summary. */
    public Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("sources", tallies.stream().map(ServerSummary::source).toList());
        Map<String, String> absent = new TreeMap<>();
        tallies.forEach(
                tally -> tally.absent().forEach((metric, why) -> absent.put(metric.label(), Secrets.mask(why))));
        json.put("absent", absent);
        json.put("windows", windows.stream().map(this::window).toList());
        unreadable.ifPresent(why -> json.put("unreadable", why));
        return json;
    }

    /** One line for people over all measured windows; none where nothing was told. */
    public List<String> lines() {
        List<Window> measured = windows.stream()
                .filter(window -> window.kind() != Window.Kind.WARMUP)
                .toList();
        if (measured.isEmpty()) {
            return List.of();
        }
        Window whole = measured.getFirst().until(measured.getLast().toSecond());
        ServerFigures figures = ServerFigures.of(readings, whole);
        List<String> parts = new ArrayList<>();
        add(parts, figures.queriesPerSecond(), 1, " statements/s");
        add(parts, figures.queryP95Ms(), 1, " ms at most for 95 % of them");
        add(parts, figures.commitsPerSecond(), 1, " commits/s");
        add(parts, figures.cpuCores(), 1, " cores");
        add(parts, figures.diskBytes(), 1 / MB, " MB on disk");
        add(parts, figures.sstables(), 1, " SSTables");
        return parts.isEmpty() ? List.of() : List.of("database by its own figures: " + String.join(", ", parts));
    }

    private static void add(List<String> parts, OptionalDouble value, double factor, String what) {
        if (value.isPresent() && Double.isFinite(value.getAsDouble())) {
            parts.add(Figures.amount(value.getAsDouble() * factor) + what);
        }
    }

    private static Map<String, Object> source(Tally tally) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("source", Secrets.mask(tally.source()));
        json.put("every_s", tally.every().toMillis() / 1000.0);
        json.put("seen", tally.seen());
        json.put("missed", tally.missed());
        json.put("skipped", tally.skipped());
        json.put("longest_ms", tally.longest().toNanos() / 1e6);
        tally.trouble().ifPresent(why -> json.put("first_failure", Secrets.mask(why)));
        return json;
    }

    private Map<String, Object> window(Window window) {
        ServerFigures figures = ServerFigures.of(readings, window);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", window.name());
        put(json, "queries_per_s", figures.queriesPerSecond());
        put(json, "query_mean_ms", figures.queryMeanMs());
        put(json, "query_p95_ms", figures.queryP95Ms());
        put(json, "commits_per_s", figures.commitsPerSecond());
        put(json, "cpu_cores", figures.cpuCores());
        put(json, "disk_bytes", figures.diskBytes());
        put(json, "log_bytes_per_s", figures.logBytesPerSecond());
        put(json, "cache_hit_share", figures.cacheHitShare());
        put(json, "sstables", figures.sstables());
        put(json, "compactions_pending", figures.compactionsPending());
        put(json, "read_amplification", figures.readAmplification());
        return json;
    }

    /** What nobody told is not there; what lies beyond every bucket is no number of JSON's. */
    private static void put(Map<String, Object> json, String name, OptionalDouble value) {
        if (value.isPresent() && Double.isFinite(value.getAsDouble())) {
            json.put(name, value.getAsDouble());
        }
    }
}
