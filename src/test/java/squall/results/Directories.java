package squall.results;

import static squall.results.Runs.READ;
import static squall.results.Runs.microseconds;
import static squall.results.Runs.second;
import static squall.results.Runs.summary;
import static squall.results.Runs.tick;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import squall.engine.RunEvent;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.results.file.CanonicalJson;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.verdict.ErrorBudget;
import squall.verdict.ExitReasons;

/** Run directories for tests, with a password wherever one can be. */
public final class Directories {
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00.250Z");
    static final long STARTED_AT_MS = NOON.toEpochMilli() + 750;

    private static final CheckResult STORED =
            new CheckResult("rows stored", CheckResult.Verdict.PASSED, "3 of 3 with password=hunter2");

    private Directories() {}

    static RunInfo info() {
        return new RunInfo(
                "workload a",
                "jdbc",
                List.of("ycsb", "load", "-p", "db.passwd=hunter2", "--password", "hunter2"),
                42,
                Map.of("threads", 8, "url", "jdbc:x://u:hunter2@h/"),
                Map.of(
                        "db.passwd", new RunInfo.Setting("hunter2", "-p"),
                        "db.url",
                                new RunInfo.Setting(
                                        "jdbc:postgresql://h/db?password=hunter2&ssl=true", "-P mine.properties:3"),
                        "label", new RunInfo.Setting("a\\b = c", "default")),
                new DatabaseInfo("postgresql", "17.5", List.of("127.0.0.1:5432"), Map.of("fsync", "on")),
                Map.of("workload_a.properties", "recordcount=3\ndb.passwd = hunter2\n"));
    }

    /** Takes the list of its files from a run, as one of an older version has none: whoever changes a file may then be read. */
    public static void unlisted(Path run) throws IOException {
        Path manifest = run.resolve(Manifest.NAME);
        ObjectNode json = (ObjectNode) CanonicalJson.read(manifest);
        json.remove("artefacts");
        Files.writeString(manifest, CanonicalJson.pretty(json));
    }

    /** Creates a directory of a run whose clock has started. */
    public static RunDirectory running(Path results) throws IOException {
        RunDirectory directory = RunDirectory.create(results, info(), NOON);
        directory.started(STARTED_AT_MS);
        return directory;
    }

    /** Creates a directory of a run that went well. */
    static Path completed(Path results) throws IOException {
        RunDirectory directory = running(results);
        directory.closed(tick(0, second(READ, microseconds(1_000, 1_500, 2_000))));
        directory.event(RunEvent.of(1_500_000, "stop", "password=hunter2"));
        RunResult result =
                Runs.result(new RunEnding.Complete(), summary(READ, microseconds(1_000, 1_500, 2_000), Map.of()));
        directory.finish(result, List.of(STORED), ExitReasons.of(result, List.of(STORED), ErrorBudget.NONE));
        return directory.path();
    }

    /** Returns the files in a directory, by name. */
    public static List<String> listing(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> directory.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }
}
