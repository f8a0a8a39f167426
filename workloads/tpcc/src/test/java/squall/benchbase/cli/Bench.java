package squall.benchbase.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import squall.cli.TestCommand;
import squall.cli.TestCommand.Ended;
import squall.fixture.TestPostgres;
import squall.system.FileTrees;

/** Fixture of a real server of its own, and the command run on it within this process. */
final class Bench extends TestPostgres {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    Bench(String name) throws IOException, InterruptedException {
        super(name);
    }

    /** Returns a shipped file, changed to lead to this server, with other texts in place of some. */
    String config(String shipped, String... changes) throws IOException {
        String text = Files.readString(ROOT.resolve("benchbase-configs").resolve(shipped))
                .replaceFirst("<url>.*</url>", "<url>" + target().url() + "</url>")
                .replaceFirst("<username>.*</username>", "<username>" + target().user() + "</username>")
                .replaceFirst("<password>.*</password>", "<password>" + target().password() + "</password>")
                .replaceFirst("<testbed>.*</testbed>", "");
        for (int i = 0; i < changes.length; i += 2) {
            text = text.replace(changes[i], changes[i + 1]);
        }
        Path file = Files.createTempFile(folder(), "config", ".xml");
        Files.writeString(file, text);
        return file.toString();
    }

    /** Runs the command with these words, split at blanks, and an empty environment. */
    Ended benchbase(String line) {
        return run(folder(), line);
    }

    static Ended run(Path folder, String line) {
        return new TestCommand(BenchbaseCommand::execute, Optional.of(ROOT), folder)
                .run(line.stripTrailing() + " --progress=plain");
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
        try (Stream<Path> files = Files.list(folder().resolve("results"))) {
            return files.filter(file -> file.getFileName().toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the run directories, the oldest first. */
    List<Path> runs() throws IOException {
        try (Stream<Path> files = Files.list(folder().resolve("results"))) {
            return files.filter(file -> Files.exists(file.resolve("manifest.json")))
                    .filter(file -> !Files.isSymbolicLink(file))
                    .sorted()
                    .toList();
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
        server().down();
        try {
            command.get();
        } finally {
            up();
        }
    }

    void forgetResults() throws IOException {
        FileTrees.delete(folder().resolve("results"));
    }
}
