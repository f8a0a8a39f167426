package squall.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import squall.cli.Secrets;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.measure.server.Readings;
import squall.measure.server.ServerFigures;
import squall.run.RunResult;
import squall.run.watch.Tally;

/** What the summary tells of the database's own figures: what was looked at, what was missed, and each window in a few numbers. */
public final class ServerJson {
    private ServerJson() {}

    /** @param directory the run's, whose readings are complete */
    public static Map<String, Object> of(List<Tally> tallies, Path directory, RunResult result) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("sources", tallies.stream().map(ServerJson::source).toList());
        Map<String, String> absent = new TreeMap<>();
        tallies.forEach(
                tally -> tally.absent().forEach((metric, why) -> absent.put(metric.label(), Secrets.mask(why))));
        json.put("absent", absent);
        json.put("windows", windows(directory, result));
        return json;
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

    private static List<Map<String, Object>> windows(Path directory, RunResult result) {
        Path file = directory.resolve(ReadingsFile.NAME);
        try {
            Readings readings = Files.exists(file) ? ReadingsFile.read(file) : new Readings();
            return result.windows().stream()
                    .map(WindowSummary::window)
                    .map(window -> window(window, readings))
                    .toList();
        } catch (IOException e) {
            return List.of(Map.of("unreadable", String.valueOf(e.getMessage())));
        }
    }

    private static Map<String, Object> window(Window window, Readings readings) {
        ServerFigures figures = ServerFigures.of(readings, window.fromSecond(), window.toSecond());
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
