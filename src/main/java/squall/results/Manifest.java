package squall.results;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import squall.cli.Secrets;
import squall.cli.Version;
import squall.spi.Database;

/** {@code manifest.json}: what ran, on what, and how it ended. Written whole at the start, when the clock starts, and at the end. */
final class Manifest {
    static final String NAME = "manifest.json";
    static final int SCHEMA_VERSION = 1;

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final Path directory;
    private final Map<String, Object> members = new LinkedHashMap<>();

    Manifest(Path directory, RunInfo info, Instant createdAt) {
        this.directory = directory;
        members.put("schema_version", SCHEMA_VERSION);
        members.put("run_id", directory.getFileName().toString());
        members.put("state", RunState.RUNNING.label());
        members.put("squall", squall(Version.current()));
        members.put("command", Secrets.mask(info.command()));
        members.put("seed", info.seed());
        members.put("started_at", TIME.format(createdAt));
        members.put("workload", info.workload());
        members.put("db", database(info.server()));
        members.put("client", Client.facts());
        members.put("process", process(ProcessHandle.current()));
        new TreeMap<>(info.facts()).forEach(this::fact);
    }

    void started(long startedAtEpochMs) throws IOException {
        members.put("started_at", TIME.format(Instant.ofEpochMilli(startedAtEpochMs)));
        write();
    }

    /** The last version, with the hashes of all other files: they must be complete by now. */
    void ended(RunState state, Map<String, Object> how) throws IOException {
        members.put("state", state.label());
        members.putAll(how);
        members.put("artefacts", Artefacts.of(directory));
        write();
    }

    void write() throws IOException {
        WholeFile.write(directory.resolve(NAME), Json.pretty(members));
    }

    static String time(Instant instant) {
        return TIME.format(instant);
    }

    private void fact(String name, Object value) {
        if (members.putIfAbsent(name, shown(name, value)) != null) {
            throw new IllegalArgumentException(
                    "the manifest has a member '" + name + "' of its own, a fact must not replace it");
        }
    }

    private static Object shown(String name, Object value) {
        return switch (value) {
            case String text -> Secrets.mask(name, text);
            case List<?> list ->
                list.stream().map(element -> shown(name, element)).toList();
            case Map<?, ?> map -> {
                Map<String, Object> shown = new TreeMap<>();
                map.forEach((key, member) -> shown.put(key.toString(), shown(key.toString(), member)));
                yield shown;
            }
            default -> value;
        };
    }

    private static Map<String, Object> squall(Version version) {
        Map<String, Object> squall = new LinkedHashMap<>();
        squall.put("version", version.version());
        if (!version.git().isEmpty()) {
            squall.put("git", version.git());
            squall.put("dirty", version.dirty());
        }
        return squall;
    }

    private static Map<String, Object> database(Database server) {
        Map<String, Object> database = new LinkedHashMap<>();
        database.put("product", server.product());
        database.put("version", server.version());
        database.put("nodes", Secrets.mask(server.endpoints()));
        database.put("settings", shown("settings", server.settings()));
        return database;
    }

    /** Enough to tell later whether the writer still lives: a process number alone may be given to another. */
    private static Map<String, Object> process(ProcessHandle self) {
        Map<String, Object> process = new LinkedHashMap<>();
        process.put("pid", self.pid());
        self.info().startInstant().ifPresent(start -> process.put("started_at_ms", start.toEpochMilli()));
        return process;
    }
}
