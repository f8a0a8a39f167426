package squall.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;
import squall.spi.Options;
import squall.spi.Target;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.testbed.cluster.TestbedCommands;
import squall.testbed.postgres.EmbeddedPostgres;
import squall.testbed.postgres.EmbeddedPostgres.PostgresStatus;
import squall.testbed.postgres.PostgresShape;

/** {@code bin/testbed ... postgres}. */
final class PostgresKind implements DatabaseKind {
    @Override
    public String about() {
        return "one PostgreSQL server on 127.0.0.1, durable, kept until reset";
    }

    @Override
    public TestbedReport up(Options options, Consumer<String> say) throws IOException, InterruptedException {
        PostgresShape shape = PostgresShape.of(options);
        EmbeddedPostgres postgres = named(options);
        EmbeddedPostgres.Up up = postgres.up(shape);
        var facts = new LinkedHashMap<String, Object>();
        facts.put("started", up.started());
        facts.put("start_attempts", up.startAttempts());
        facts.putAll(status(postgres, options).facts());
        facts.put("run_as", up.target().properties().getOrDefault("run_as", ""));
        facts.put("settings", up.settings());
        return new TestbedReport(up.started() ? "PostgreSQL was started." : "PostgreSQL was already running.", facts);
    }

    @Override
    public TestbedReport down(Options options) throws IOException, InterruptedException {
        EmbeddedPostgres postgres = existing(options);
        boolean stopped = postgres.down();
        return new TestbedReport(
                stopped ? "PostgreSQL was stopped; its data is kept." : "No server was running.",
                status(postgres, options).facts());
    }

    @Override
    public TestbedReport status(Options options) throws IOException, InterruptedException {
        return status(existing(options), options);
    }

    @Override
    public TestbedReport reset(Options options) throws IOException, InterruptedException {
        EmbeddedPostgres postgres = existing(options);
        boolean removed = postgres.reset();
        return new TestbedReport(
                removed ? "PostgreSQL was removed with its data." : "There was nothing to remove.",
                status(postgres, options).facts());
    }

    static TestbedReport status(EmbeddedPostgres postgres, Options options) throws IOException, InterruptedException {
        var facts = new LinkedHashMap<String, Object>();
        String sentence = switch (postgres.status()) {
            case PostgresStatus.NeverMade never -> {
                facts.put("state", "never made");
                yield "There is no server yet; "
                        + TestbedCommands.of("postgres", options).whenMissing() + ".";
            }
            case PostgresStatus.Stopped stopped -> {
                facts.put("state", "stopped");
                putData(facts, postgres, stopped.version(), stopped.data());
                yield "PostgreSQL is not running.";
            }
            case PostgresStatus.Running running -> {
                facts.put("state", "running");
                Target target = postgres.target();
                facts.put("url", target.url());
                facts.put("user", target.user());
                facts.put("password_file", postgres.passwordFile().toString());
                facts.put("pid", running.pid());
                facts.put("port", running.port());
                facts.put("since", running.since().toString());
                putData(facts, postgres, running.version(), running.data());
                facts.putAll(postgres.size());
                yield "PostgreSQL runs.";
            }
        };
        return new TestbedReport(sentence, facts);
    }

    private static void putData(
            SequencedMap<String, Object> facts, EmbeddedPostgres postgres, String version, Path data)
            throws IOException {
        facts.put("version", version);
        facts.put("data_directory", data.toString());
        facts.put("data_bytes", FileTrees.bytes(data));
        postgres.target().properties().entrySet().stream()
                .filter(fact -> fact.getKey().equals("disks"))
                .forEach(fact -> facts.put(fact.getKey(), fact.getValue()));
        facts.put("log", postgres.log().toString());
    }

    private static EmbeddedPostgres existing(Options options) throws IOException {
        options.allowOnly(List.of("name"));
        return named(options);
    }

    private static EmbeddedPostgres named(Options options) throws IOException {
        return new EmbeddedPostgres(StateFolder.here(), options.text("name", EmbeddedPostgres.DEFAULT_NAME));
    }
}
