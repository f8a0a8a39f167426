package squall.results;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.results.ImportedDirectory.ImportedInfo;
import squall.results.file.CanonicalJson;
import squall.results.file.RunState;
import squall.spi.DatabaseInfo;
import squall.system.SecretMasking;
import squall.system.SquallVersion;

/**
 * {@code manifest.json}: workload, database, client and end of a run. In an imported run the data that the other program did not record are
 * absent.
 *
 * @param command as typed, with the seed that was drawn, secrets masked
 * @param startedAt second 0 of the run
 * @param imported present if another program made the run
 * @param facts of the front end: threads, target, distribution, load mode
 * @param phases names of the windows
 * @param artefacts all other files, complete when the run has ended
 */
@JsonPropertyOrder({
    "schema_version",
    "run_id",
    "state",
    "squall",
    "command",
    "seed",
    "started_at",
    "workload",
    "db",
    "imported",
    "client",
    "process",
    "facts",
    "ended_at",
    "elapsed_ns",
    "exit_code",
    "phases",
    "artefacts"
})
public record Manifest(
        int schemaVersion,
        String runId,
        RunState state,
        Build squall,
        List<String> command,
        OptionalLong seed,
        Optional<String> startedAt,
        String workload,
        Database db,
        Optional<Imported> imported,
        Optional<ClientMachine> client,
        Optional<ClientProcess> process,
        @JsonAnyGetter @JsonAnySetter Map<String, JsonNode> facts,
        Optional<String> endedAt,
        OptionalLong elapsedNs,
        OptionalInt exitCode,
        Optional<List<String>> phases,
        Optional<List<Artefact>> artefacts) {
    public static final String NAME = "manifest.json";
    public static final int SCHEMA_VERSION = 1;

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    public Manifest {
        facts = Collections.unmodifiableMap(new TreeMap<>(facts)); // read back they have no order
    }

    /** Build of Squall that made the run. @param dirty whether it had changes that were not committed */
    public record Build(String version, Optional<String> git, Optional<Boolean> dirty) {
        private static Build of(SquallVersion version) {
            return version.git().isEmpty()
                    ? new Build(version.version(), Optional.empty(), Optional.empty())
                    : new Build(version.version(), Optional.of(version.git()), Optional.of(version.dirty()));
        }
    }

    /** Database as it describes itself; an imported run has no nodes and no settings. */
    public record Database(
            String product, String version, Optional<List<String>> nodes, Optional<Map<String, String>> settings) {
        private static Database of(DatabaseInfo server) {
            Map<String, String> settings = new TreeMap<>();
            server.settings().forEach((name, value) -> settings.put(name, SecretMasking.mask(name, value)));
            return new Database(
                    server.product(),
                    server.version(),
                    Optional.of(SecretMasking.mask(server.endpoints())),
                    Optional.of(settings));
        }

        public List<String> endpoints() {
            return nodes.orElse(List.of());
        }

        public DatabaseInfo info(List<String> endpoints) {
            return new DatabaseInfo(product, version, endpoints, settings.orElse(Map.of()));
        }

        /** Returns the version without how and where it was compiled, which some databases add. */
        public String shortVersion() {
            return version.replaceFirst("(,| on | \\().*", "");
        }

        /** Returns product and short version; the product once, as some versions begin with it. */
        public String shortName() {
            String known = shortVersion();
            return known.toLowerCase(Locale.ROOT).contains(product.toLowerCase(Locale.ROOT))
                    ? known
                    : (product + " " + known).strip();
        }
    }

    /** Process of the client, with its start time, to decide later whether it is still alive: a process number alone may be reused. */
    public record ClientProcess(long pid, OptionalLong startedAtMs) {
        private static ClientProcess of(ProcessHandle self) {
            return new ClientProcess(
                    self.pid(),
                    self.info().startInstant().stream()
                            .mapToLong(Instant::toEpochMilli)
                            .findFirst());
        }

        public boolean alive() {
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .filter(found -> found.info()
                            .startInstant()
                            .map(start -> start.toEpochMilli() == startedAtMs.orElse(0))
                            .orElse(true))
                    .isPresent();
        }
    }

    /** Origin of an imported run. @param from that program @param notRecorded data that its files do not contain */
    public record Imported(String from, List<String> notRecorded, List<SourceFile> files) {}

    /** Source file of an imported run. */
    public record SourceFile(String name, String sha256, long bytes) {}

    /** File of the run directory. */
    public record Artefact(String path, String sha256, long bytes) {}

    static Manifest of(String runId, RunInfo info, Instant createdAt) {
        return new Manifest(
                SCHEMA_VERSION,
                runId,
                RunState.RUNNING,
                Build.of(SquallVersion.current()),
                SecretMasking.mask(info.command()),
                OptionalLong.of(info.seed()),
                Optional.of(time(createdAt)),
                info.workload(),
                Database.of(info.server()),
                Optional.empty(),
                Optional.of(ClientMachine.here()),
                Optional.of(ClientProcess.of(ProcessHandle.current())),
                facts(info.facts()),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty());
    }

    static Manifest of(String runId, ImportedInfo info, Imported imported) {
        return new Manifest(
                SCHEMA_VERSION,
                runId,
                RunState.COMPLETE,
                new Build(SquallVersion.current().version(), Optional.empty(), Optional.empty()),
                SecretMasking.mask(info.command()),
                OptionalLong.empty(),
                info.startedAt().map(Manifest::time),
                info.workload(),
                new Database(info.product(), info.version(), Optional.empty(), Optional.empty()),
                Optional.of(imported),
                Optional.empty(),
                Optional.empty(),
                facts(info.facts()),
                Optional.empty(),
                OptionalLong.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                Optional.empty());
    }

    Manifest startedAt(Instant instant) {
        return changed(state, Optional.of(time(instant)), endedAt, elapsedNs, exitCode, phases, artefacts);
    }

    Manifest ended(RunState how, RecordedEnd end, List<Artefact> files) {
        return changed(
                how,
                startedAt,
                end.at().map(Manifest::time),
                end.elapsedNs(),
                end.exitCode(),
                end.phases(),
                Optional.of(files));
    }

    private Manifest changed(
            RunState how,
            Optional<String> began,
            Optional<String> over,
            OptionalLong lasted,
            OptionalInt code,
            Optional<List<String>> done,
            Optional<List<Artefact>> files) {
        return new Manifest(
                schemaVersion,
                runId,
                how,
                squall,
                command,
                seed,
                began,
                workload,
                db,
                imported,
                client,
                process,
                facts,
                over,
                lasted,
                code,
                done,
                files);
    }

    /** End of a run, as far as it is known. */
    record RecordedEnd(
            Optional<Instant> at, OptionalLong elapsedNs, OptionalInt exitCode, Optional<List<String>> phases) {
        /** End of a run whose process died without recording one. */
        static final RecordedEnd UNKNOWN =
                new RecordedEnd(Optional.empty(), OptionalLong.empty(), OptionalInt.empty(), Optional.empty());
    }

    /** Returns this manifest without the list of its files, for a place where they are not. */
    public Manifest withoutArtefacts() {
        return changed(state, startedAt, endedAt, elapsedNs, exitCode, phases, Optional.empty());
    }

    /** Returns a fact of the front end; missing if it recorded none of this name. */
    public JsonNode fact(String name) {
        return facts.getOrDefault(name, MissingNode.getInstance());
    }

    /** Returns the time of second 0; empty if it was not recorded, as in some imported runs. */
    public Optional<Instant> begin() {
        return startedAt.map(Instant::parse);
    }

    static String time(Instant instant) {
        return TIME.format(instant);
    }

    private static Map<String, JsonNode> facts(Map<String, Object> facts) {
        Set<String> own = members();
        Map<String, JsonNode> shown = new HashMap<>();
        facts.forEach((name, value) -> {
            if (own.contains(name)) {
                throw new IllegalArgumentException(
                        "the manifest has a member '" + name + "' of its own, a fact must not replace it");
            }
            shown.put(name, CanonicalJson.tree(shown(name, value)));
        });
        return shown;
    }

    private static Set<String> members() {
        return Stream.of(Manifest.class.getRecordComponents())
                .map(RecordComponent::getName)
                .filter(name -> !name.equals("facts"))
                .map(new SnakeCaseStrategy()::translate)
                .collect(Collectors.toSet());
    }

    private static Object shown(String name, Object value) {
        return switch (value) {
            case String text -> SecretMasking.mask(name, text);
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
}
