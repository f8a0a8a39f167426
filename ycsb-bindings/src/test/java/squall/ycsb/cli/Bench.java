package squall.ycsb.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import squall.cli.TestCommand.Ended;
import squall.cli.TestCommand.Streams;
import squall.fixture.TestPostgres;

/** Fixture of a real server of its own, and the command run on it within this process. */
final class Bench extends TestPostgres {
    Bench(String name) throws IOException, InterruptedException {
        super(name);
    }

    Bench(String name, int dataFolders) throws IOException, InterruptedException {
        super(name, dataFolders);
    }

    /** Returns the properties that lead to the server. */
    List<String> address() {
        return List.of(
                "-p", "db.url=" + target().url(), "-p", "db.user=" + target().user(), "-p", "db.passwd=" + password());
    }

    Ended ycsb(String line) {
        return command().run(line);
    }

    Ended ycsb(String line, String input) {
        return command().run(line, Streams.input(input));
    }

    /** Begins a command, and waits until its first second is over. */
    CompletableFuture<Ended> begin(String line) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        CompletableFuture<Ended> command =
                CompletableFuture.supplyAsync(() -> command().run(line + " -s -p status.interval=1", Streams.err(err)));
        long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!err.toString(UTF_8).contains(" 1 sec: ") && System.nanoTime() < deadline && !command.isDone()) {
            LockSupport.parkNanos(5_000_000);
        }
        return command;
    }

    private Ycsb command() {
        return new Ycsb(address(), folder());
    }

    /** Returns all files of all run directories, one after the other. */
    String results() throws IOException {
        StringBuilder text = new StringBuilder();
        try (var files = Files.walk(folder().resolve("results"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }

    String password() {
        return target().password();
    }
}
