package squall.benchbase.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import squall.cli.CommandEnvironment;
import squall.spi.Target;
import squall.system.StateFolder;
import squall.testbed.postgres.EmbeddedPostgres;

/** Fixture of a real server of its own, and the command run on it within this process. */
final class Bench {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    private final EmbeddedPostgres server;
    private final Target target;
    private final Path folder;

    private Bench(EmbeddedPostgres server, Target target, Path folder) {
        this.server = server;
        this.target = target;
        this.folder = folder;
    }

    /** End of a command: its exit code and its two streams. */
    record Ended(int code, String out, String err) {}

    static Bench start(String name) throws IOException, InterruptedException {
        // Not below a temporary folder: those are closed to the ordinary user whom root must start the server as.
        Path state = Path.of(
                System.getProperty("java.io.tmpdir"),
                "squall-benchbase-" + name + "-" + ProcessHandle.current().pid());
        EmbeddedPostgres server = new EmbeddedPostgres(StateFolder.at(state), name);
        return new Bench(server, server.up().target(), state);
    }

    /** Returns the folder in which the command runs, and leaves its results. */
    Path folder() {
        return folder;
    }

    Target target() {
        return target;
    }

    /** Returns a shipped file, changed to lead to this server, with other texts in place of some. */
    String config(String shipped, String... changes) throws IOException {
        String text = Files.readString(ROOT.resolve("benchbase-configs").resolve(shipped))
                .replaceFirst("<url>.*</url>", "<url>" + target.url() + "</url>")
                .replaceFirst("<username>.*</username>", "<username>" + target.user() + "</username>")
                .replaceFirst("<password>.*</password>", "<password>" + target.password() + "</password>")
                .replaceFirst("<testbed>.*</testbed>", "");
        for (int i = 0; i < changes.length; i += 2) {
            text = text.replace(changes[i], changes[i + 1]);
        }
        Path file = Files.createTempFile(folder, "config", ".xml");
        Files.writeString(file, text);
        return file.toString();
    }

    /** Runs the command with these words, split at blanks, and an empty environment. */
    Ended benchbase(String line) {
        return run(folder, line);
    }

    static Ended run(Path folder, String line) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> words = new ArrayList<>(Arrays.asList(line.split(" ")));
        words.add("--progress=plain");
        int code = BenchbaseCommand.execute(
                words,
                new CommandEnvironment(
                        new ByteArrayInputStream(new byte[0]),
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(err, true, UTF_8),
                        Map.of(),
                        Optional.of(ROOT),
                        folder));
        return new Ended(code, out.toString(UTF_8), err.toString(UTF_8));
    }

    /** Returns the only file in {@code results} whose name ends so. */
    Path result(String ending) throws IOException {
        List<Path> found = results(ending);
        if (found.size() != 1) {
            throw new AssertionError("wanted one file *" + ending + ", found " + found);
        }
        return found.getFirst();
    }

    List<Path> results(String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("results"))) {
            return files.filter(file -> file.getFileName().toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the run directories, the oldest first. */
    List<Path> runs() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("results"))) {
            return files.filter(file -> Files.exists(file.resolve("manifest.json")))
                    .filter(file -> !Files.isSymbolicLink(file))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the first column of the first row, as text. */
    String ask(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            return found.next() ? found.getString(1) : "";
        }
    }

    void tell(String command) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(command);
        }
    }

    /** Waits until so many more orders have been placed, or the command has ended. */
    void awaitOrders(int more, Future<Ended> command) throws SQLException {
        String query = "SELECT sum(d_next_o_id) FROM district";
        long wanted = Long.parseLong(ask(query)) + more;
        while (Long.parseLong(ask(query)) < wanted && !command.isDone()) {
            LockSupport.parkNanos(20_000_000);
        }
    }

    /** Stops the server, and starts it again when the command has ended. */
    void stopDuring(Future<Ended> command) throws IOException, InterruptedException, ExecutionException {
        server.down();
        try {
            command.get();
        } finally {
            server.up();
        }
    }

    void forgetResults() throws IOException {
        delete(folder.resolve("results"));
    }

    /** Stops the server and deletes all its files. */
    void remove() throws IOException, InterruptedException {
        server.reset();
        delete(folder);
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(target.url(), target.user(), target.password());
    }
}
