package squall.ycsb.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import squall.spi.Target;
import squall.system.StateFolder;
import squall.testbed.postgres.EmbeddedPostgres;
import squall.ycsb.cli.Ycsb.Ended;

/** Fixture of a real server of its own, and the command run on it within this process. */
final class Bench {
    private final EmbeddedPostgres server;
    private final Target target;
    private final Path folder;

    private Bench(EmbeddedPostgres server, Target target, Path folder) {
        this.server = server;
        this.target = target;
        this.folder = folder;
    }

    static Bench start(String name) throws IOException, InterruptedException {
        return start(name, 1);
    }

    /** Starts the server. @param dataFolders of the server, each a tablespace if there are several */
    static Bench start(String name, int dataFolders) throws IOException, InterruptedException {
        // Not below a temporary folder: those are closed to the ordinary user whom root must start the server as.
        Path state = Path.of(
                System.getProperty("java.io.tmpdir"),
                "squall-ycsb-" + name + "-" + ProcessHandle.current().pid());
        EmbeddedPostgres server = new EmbeddedPostgres(StateFolder.at(state), name);
        return new Bench(server, server.up(dataFolders).target(), state);
    }

    EmbeddedPostgres server() {
        return server;
    }

    Target target() {
        return target;
    }

    /** Returns the properties that lead to the server. */
    List<String> address() {
        return List.of(
                "-p", "db.url=" + target.url(), "-p", "db.user=" + target.user(), "-p", "db.passwd=" + password());
    }

    /** Returns the folder in which the command runs, and leaves its results. */
    Path folder() {
        return folder;
    }

    Ended ycsb(String line) {
        return ycsb(line, "");
    }

    Ended ycsb(String line, String input) {
        return command().run(line, input);
    }

    /** Begins a command, and waits until its first second is over. */
    CompletableFuture<Ended> begin(String line) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        CompletableFuture<Ended> command =
                CompletableFuture.supplyAsync(() -> command().run(line + " -s -p status.interval=1", "", err));
        long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!err.toString(UTF_8).contains(" 1 sec: ") && System.nanoTime() < deadline && !command.isDone()) {
            LockSupport.parkNanos(5_000_000);
        }
        return command;
    }

    private Ycsb command() {
        return new Ycsb(address(), folder);
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

    /** Returns all files of all run directories, one after the other. */
    String results() throws IOException {
        StringBuilder text = new StringBuilder();
        try (var files = Files.walk(folder.resolve("results"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }

    String password() {
        return target.password();
    }

    /** Stops the server and deletes all its files. */
    void remove() throws IOException, InterruptedException {
        server.reset();
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(target.url(), target.user(), target.password());
    }
}
