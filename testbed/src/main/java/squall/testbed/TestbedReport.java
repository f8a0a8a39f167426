package squall.testbed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import squall.system.FileTrees;
import squall.testbed.EmbeddedPostgres.PostgresStatus;
import squall.testbed.EmbeddedPostgres.Up;

/** What a command of the test bed has to say: a sentence and facts, as lines or as JSON. No secret is among them. */
record TestbedReport(String sentence, SequencedMap<String, Object> facts) {
    private static final ObjectMapper JSON = new ObjectMapper();

    TestbedReport {
        facts = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(facts));
    }

    static TestbedReport kinds(Map<String, String> kinds) {
        return new TestbedReport("Databases that can run on this machine:", new LinkedHashMap<>(new TreeMap<>(kinds)));
    }

    static TestbedReport up(EmbeddedPostgres postgres, Up up) throws IOException, InterruptedException {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("url", up.target().url());
        facts.put("user", up.target().user());
        facts.put("password_file", postgres.passwordFile().toString());
        facts.put("started", up.started());
        facts.put("start_attempts", up.startAttempts());
        facts.putAll(status(postgres).facts());
        facts.put("run_as", up.target().properties().getOrDefault("run_as", ""));
        facts.put("settings", up.settings());
        return new TestbedReport(up.started() ? "PostgreSQL was started." : "PostgreSQL was already running.", facts);
    }

    static TestbedReport down(EmbeddedPostgres postgres, boolean stopped) throws IOException, InterruptedException {
        return new TestbedReport(
                stopped ? "PostgreSQL was stopped; its data is kept." : "No server was running.",
                status(postgres).facts());
    }

    static TestbedReport reset(EmbeddedPostgres postgres, boolean removed) throws IOException, InterruptedException {
        return new TestbedReport(
                removed ? "PostgreSQL was removed with its data." : "There was nothing to remove.",
                status(postgres).facts());
    }

    static TestbedReport status(EmbeddedPostgres postgres) throws IOException, InterruptedException {
        var facts = new LinkedHashMap<String, Object>();
        String sentence = switch (postgres.status()) {
            case PostgresStatus.NeverMade never -> {
                facts.put("state", "never made");
                yield "There is no server yet; create one with 'testbed up postgres'.";
            }
            case PostgresStatus.Stopped stopped -> {
                facts.put("state", "stopped");
                data(facts, postgres, stopped.version(), stopped.data());
                yield "PostgreSQL is not running.";
            }
            case PostgresStatus.Running running -> {
                facts.put("state", "running");
                facts.put("pid", running.pid());
                facts.put("port", running.port());
                facts.put("since", running.since().toString());
                data(facts, postgres, running.version(), running.data());
                yield "PostgreSQL runs.";
            }
        };
        return new TestbedReport(sentence, facts);
    }

    private static void data(Map<String, Object> facts, EmbeddedPostgres postgres, String version, Path data)
            throws IOException {
        facts.put("version", version);
        facts.put("data_directory", data.toString());
        facts.put("data_bytes", FileTrees.bytes(data));
        facts.put("log", postgres.log().toString());
    }

    String json() {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(facts);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("facts are plain values", e);
        }
    }

    String text() {
        return facts.entrySet().stream()
                .map(fact -> line(fact.getKey().replace('_', ' '), fact.getValue()))
                .collect(Collectors.joining("\n", sentence + "\n", ""));
    }

    private static String line(String name, Object value) {
        String shown = value instanceof Map<?, ?> map
                ? map.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + flat(entry.getValue()))
                        .collect(Collectors.joining("\n" + " ".repeat(18)))
                : value.toString();
        return "  %-15s %s".formatted(name, shown);
    }

    /** On one line; what is empty is not worth its name. */
    private static String flat(Object value) {
        return value instanceof Map<?, ?> map
                ? map.entrySet().stream()
                        .filter(entry -> !entry.getValue().toString().isEmpty())
                        .map(entry -> entry.getKey() + " " + flat(entry.getValue()))
                        .collect(Collectors.joining(", ", "(", ")"))
                : value.toString();
    }
}
