package squall.sysbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import squall.cli.CommandEnvironment;
import squall.spi.Target;
import squall.sysbench.kv.cli.KvCommand;
import squall.system.StateFolder;
import squall.testbed.postgres.EmbeddedPostgres;

/** Fixture of a real server of its own, and the commands run on it within this process. */
public record SysbenchServer(EmbeddedPostgres server, Target target, Path folder) {
    /** End of a command: its exit code and its two streams. */
    public record Ended(int code, String out, String err) {
        /** Returns whether it passed, or would have on a machine with more processor time for the client. */
        public boolean passed() {
            return code == 0 || (code == 6 && isOnlyOverloaded());
        }

        private boolean isOnlyOverloaded() {
            return err.lines()
                    .filter(line -> line.startsWith("exit "))
                    .allMatch(line -> line.startsWith("exit 6: the client was overloaded: "));
        }
    }

    public static SysbenchServer start(String name) throws IOException, InterruptedException {
        // Not below a temporary folder: those are closed to the ordinary user whom root must start the server as.
        Path state = Path.of(
                System.getProperty("java.io.tmpdir"),
                "squall-" + name + "-" + ProcessHandle.current().pid());
        EmbeddedPostgres server = new EmbeddedPostgres(StateFolder.at(state), name);
        return new SysbenchServer(server, server.up().target(), state);
    }

    /** Runs {@code bin/sysbench} on this server with these words, split at blanks. */
    public Ended sysbench(String line) {
        return sysbench(line, new ByteArrayOutputStream());
    }

    /** Runs {@code bin/sysbench} as above, with a stream of the caller's for the output. */
    Ended sysbench(String line, OutputStream out) {
        return run(
                folder,
                true,
                line + " --url=" + target.url() + " --pgsql-user=" + target.user() + " --pgsql-password="
                        + target.password(),
                new Streams(out, new ByteArrayOutputStream()));
    }

    /** Runs {@code bin/kv} in the same way. */
    public Ended kv(String line) {
        return kv(line, new ByteArrayOutputStream());
    }

    /** Runs {@code bin/kv} as above, with a stream of the caller's for standard error. */
    public Ended kv(String line, OutputStream err) {
        return run(
                folder,
                false,
                line + " --url=" + target.url() + " --user=" + target.user() + " --password=" + target.password(),
                new Streams(new ByteArrayOutputStream(), err));
    }

    public static Ended run(Path folder, boolean sysbench, String line) {
        return run(folder, sysbench, line, new Streams(new ByteArrayOutputStream(), new ByteArrayOutputStream()));
    }

    /** Pair of a command's streams, whose text their {@code toString} returns. */
    private record Streams(OutputStream out, OutputStream err) {}

    private static Ended run(Path folder, boolean sysbench, String line, Streams streams) {
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        words.add("--progress=plain");
        CommandEnvironment environment = new CommandEnvironment(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(streams.out(), true, UTF_8),
                new PrintStream(streams.err(), true, UTF_8),
                Map.of(),
                Optional.of(Path.of("../..")),
                folder);
        int code = sysbench ? SysbenchCommand.execute(words, environment) : KvCommand.execute(words, environment);
        return new Ended(code, streams.out().toString(), streams.err().toString());
    }

    /** Returns the first column of the first row, as text. */
    public String ask(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            return found.next() ? String.valueOf(found.getString(1)) : "";
        }
    }

    public void tell(String... commands) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String command : commands) {
                statement.execute(command);
            }
        }
    }

    /** Returns the run directory that a command created. */
    public Path directory(Ended ended) {
        return Path.of(ended.err()
                .lines()
                .filter(line -> line.startsWith("results "))
                .findFirst()
                .orElseThrow()
                .replaceFirst("^results +", ""));
    }

    /** Stops the server and deletes all its files. */
    public void remove() throws IOException, InterruptedException {
        server.reset();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(target.url(), target.user(), target.password());
    }
}
