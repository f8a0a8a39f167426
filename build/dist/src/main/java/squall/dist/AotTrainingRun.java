package squall.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import squall.benchbase.cli.BenchbaseCommand;
import squall.cli.CommandEnvironment;
import squall.cli.TargetRegistry;
import squall.cli.report.ReportCommand;
import squall.cli.report.serve.ResultsServer;
import squall.system.CommandException;
import squall.system.StateFolder;
import squall.testbed.postgres.EmbeddedPostgres;
import squall.ycsb.cli.YcsbCommand;

/**
 * Training run that executes what commands do, on a server that keeps no data, so that the JVM which records it knows the classes they
 * need. Run by the launcher when it creates a start-up archive; prints nothing and leaves nothing behind.
 */
public final class AotTrainingRun {
    private static final List<String> BENCHBASE = List.of(
            "-b",
            "tpcc",
            "-c",
            "benchbase-configs/postgres/sample_tpcc_config.xml",
            "--load=true",
            "--execute=true",
            "--engine=squall",
            "--url=jdbc:postgresql://127.0.0.1:1/none");

    private static final List<String> NOTHING_BEHIND = List.of("-p", "basicdb.verbose=false");

    private final Path folder;

    private AotTrainingRun(Path folder) {
        this.folder = folder;
    }

    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("squall-rehearsal");
        try {
            new AotTrainingRun(folder).perform();
        } finally {
            delete(folder);
        }
    }

    private void perform() throws IOException {
        command(List.of("--help"), List.of());
        try (TrainingServer server = TrainingServer.open()) {
            for (List<String> words : List.of(
                    List.of("load", "jdbc", "-P", "workloada"),
                    List.of("run", "jdbc", "-P", "workloada"),
                    List.of("run", "jdbc", "-P", "workloade"),
                    List.of("run", "jdbc", "-P", "workloadf"))) {
                command(words, server.properties());
            }
        }
        command(List.of("load", "basic", "-P", "workloada"), NOTHING_BEHIND);
        command(List.of("run", "basic", "-P", "workloada", "-s"), NOTHING_BEHIND);
        BenchbaseCommand.execute(BENCHBASE, environment());
        ReportCommand.execute(List.of(folder.resolve("latest").toString(), "--format", "json"), environment());
        list();
        lookForServer();
    }

    /** Requests the list of a folder as {@code bin/report serve} shows it. */
    private void list() {
        try (ResultsServer server =
                        ResultsServer.open(new ResultsServer.ServedFolder(folder, "127.0.0.1", 0, Optional.empty()));
                InputStream list =
                        URI.create(server.address() + "runs.json").toURL().openStream()) {
            list.readAllBytes();
        } catch (CommandException | IOException e) {
            throw new IllegalStateException("no list of the runs of " + folder, e);
        }
    }

    /** Looks for a server as a run without an address does, as far as that goes where none was created. */
    private void lookForServer() throws IOException {
        TargetRegistry.load().kinds();
        EmbeddedPostgres server = new EmbeddedPostgres(StateFolder.at(folder.resolve("state")), "training");
        try {
            server.status();
            server.tree();
        } catch (IOException e) {
            // There is none.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Executes a command, whatever its exit code: without a server most of it fails, as it should. */
    private void command(List<String> words, List<String> more) {
        YcsbCommand.execute(
                Stream.of(words, more, List.of("--results", folder.toString()))
                        .flatMap(List::stream)
                        .toList(),
                environment());
    }

    private CommandEnvironment environment() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return new CommandEnvironment(
                InputStream.nullInputStream(),
                nowhere,
                nowhere,
                Map.of(),
                Optional.ofNullable(System.getProperty("squall.home")).map(Path::of),
                folder);
    }

    private static void delete(Path folder) throws IOException {
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(folder)) {
            paths = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : paths) {
            Files.delete(path);
        }
    }
}
