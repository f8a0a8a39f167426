package squall.apps.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import squall.cli.CommandEnvironment;
import squall.spi.Target;
import squall.system.StateFolder;
import squall.testbed.postgres.EmbeddedPostgres;

/** Fixture of a real server of its own, and the command run on it within this process. */
record Site(EmbeddedPostgres server, Target target, Path folder) {
    /** End of a command: its exit code and its two streams. */
    record Ended(int code, String out, String err) {
        /** Returns the run directory. */
        Path directory() {
            return Path.of(err.lines()
                    .filter(line -> line.startsWith("results "))
                    .findFirst()
                    .orElseThrow()
                    .replaceFirst("^results +", ""));
        }

        JsonNode json(String file) throws IOException {
            return new ObjectMapper().readTree(directory().resolve(file).toFile());
        }

        /** Returns what the history of its transactions showed. */
        JsonNode isolation() throws IOException {
            return json("isolation.json");
        }
    }

    static Site start() throws IOException, InterruptedException {
        // Not below a temporary folder: those are closed to the ordinary user whom root must start the server as.
        Path state = Path.of(
                System.getProperty("java.io.tmpdir"),
                "squall-apps-" + ProcessHandle.current().pid());
        EmbeddedPostgres server = new EmbeddedPostgres(StateFolder.at(state), "apps");
        return new Site(server, server.up().target(), state);
    }

    /** Runs the command on this server with these words, split at blanks. */
    Ended run(String line) {
        return run(line, new ByteArrayOutputStream());
    }

    /** Runs the command as above, with a stream of the caller's for standard error. */
    Ended run(String line, OutputStream err) {
        return run(
                folder,
                line + " --url " + target.url() + " --username " + target.user() + " --password " + target.password(),
                err);
    }

    static Ended run(Path folder, String line) {
        return run(folder, line, new ByteArrayOutputStream());
    }

    private static Ended run(Path folder, String line, OutputStream err) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<String> words = new ArrayList<>(Arrays.asList(line.split(" ")));
        words.add("--progress=plain");
        int code = SampleAppsCommand.execute(
                words,
                new CommandEnvironment(
                        new ByteArrayInputStream(new byte[0]),
                        new PrintStream(out, true, UTF_8),
                        new PrintStream(err, true, UTF_8),
                        Map.of(),
                        Optional.empty(),
                        folder));
        return new Ended(code, out.toString(UTF_8), err.toString());
    }

    /** Returns the first column of the first row, as text. */
    String ask(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            return found.next() ? found.getString(1) : "";
        }
    }

    void tell(String... commands) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String command : commands) {
                statement.execute(command);
            }
        }
    }

    /** Returns the manifest of a command's run. */
    String manifest(Ended ended) throws IOException {
        return Files.readString(ended.directory().resolve("manifest.json"));
    }

    /** Stops the server and deletes all its files. */
    void remove() throws IOException, InterruptedException {
        server.reset();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(target.url(), target.user(), target.password());
    }
}
