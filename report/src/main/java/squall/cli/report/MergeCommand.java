package squall.cli.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.report.EndSummary;
import squall.results.file.CanonicalJson;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.results.merge.RunMerge;
import squall.results.merge.RunMerge.MergedRun;
import squall.results.recorded.RecordedRun;
import squall.spi.Durations;
import squall.spi.Options;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.FileTrees;
import squall.system.TerminalStreams;

/** {@code bin/report merge}: the runs of several clients, from folders or from a bucket, as one run. */
@Command(
        name = "merge",
        description = {
            "Adds the runs of several clients up to one run, without loss: counters and histograms, never percentiles.",
            "The clients ran the same workload on the same database at the same time, each on its own part of the data."
        },
        footer =
                "Exit codes: those of the runs; 2 usage, runs that cannot be merged, or no such bucket; 6 no client is complete; 5 a file that cannot be written, or a bucket that cannot be read.")
final class MergeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "RUN",
            description =
                    "Run directories, or the folder that they are in; either may be in a bucket of Amazon S3 or of a server like it: s3://BUCKET/PREFIX.")
    private List<String> runs = new ArrayList<>();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "results",
            description = "Where the merged run's directory is made (default: ${DEFAULT-VALUE}).")
    private Path out;

    @Option(
            names = "--skew",
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "How far apart the clients may have begun (default: ${DEFAULT-VALUE}).")
    private String skew;

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description = "The server of the bucket, if it is not Amazon's: http://127.0.0.1:9000.")
    private Optional<String> endpoint = Optional.empty();

    @Option(
            names = "--download-time",
            paramLabel = "TIME",
            defaultValue = "10m",
            description = "How long reading a bucket may take (default: ${DEFAULT-VALUE}).")
    private String downloadTime;

    @Option(names = "--json", description = "Print the merged summary.json and nothing else.")
    private boolean json;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    MergeCommand() {}

    @Override
    public Integer call() throws CommandException, IOException {
        Duration apart = duration("--skew", skew);
        Duration limit = duration("--download-time", downloadTime);
        Map<Path, StoredRuns> stored = new LinkedHashMap<>();
        try (DownloadFolder downloads = DownloadFolder.create()) {
            List<Path> folders = new ArrayList<>();
            for (String run : runs) {
                Optional<StoredRuns> address = StoredRuns.at(run);
                Path folder = address.isPresent() ? downloads.path().resolve("bucket" + folders.size()) : Path.of(run);
                address.ifPresent(found -> stored.put(folder, found));
                folders.add(folder);
            }
            download(stored, limit);
            return merge(folders, apart).code();
        } catch (CommandException e) {
            throw named(stored, e);
        }
    }

    private void download(Map<Path, StoredRuns> stored, Duration limit) throws CommandException, IOException {
        if (stored.isEmpty() && endpoint.isPresent()) {
            throw CommandException.usage(
                    "--endpoint is the server of a bucket, but no run is named as s3://BUCKET/PREFIX");
        }
        Map<String, String> settings =
                endpoint.map(url -> Map.of("endpoint", url)).orElse(Map.of());
        PrintWriter err = spec.commandLine().getErr();
        for (Map.Entry<Path, StoredRuns> each : stored.entrySet()) {
            each.getValue()
                    .copyTo(each.getKey(), new Options(each.getValue().address(), settings), limit, err::println);
        }
    }

    private ExitCode merge(List<Path> folders, Duration apart) throws CommandException, IOException {
        MergedRun merged = RunMerge.of(folders, apart).write(out, ImportCommand.command(spec));
        ImportCommand.report(merged.path());
        PrintWriter print = spec.commandLine().getOut();
        lines(merged).forEach(print::println);
        print.flush();
        return merged.run().codes().worst();
    }

    /** Replaces a temporary folder in a message by the address of the runs that were copied to it. */
    private static CommandException named(Map<Path, StoredRuns> stored, CommandException failure) {
        String message = String.valueOf(failure.getMessage());
        for (Map.Entry<Path, StoredRuns> each : stored.entrySet()) {
            message = message.replace(
                    each.getKey().toString(), each.getValue().address().replaceFirst("/+$", ""));
        }
        return new CommandException(failure.exitCode(), message, failure);
    }

    private List<String> lines(MergedRun merged) throws IOException {
        if (json) {
            return List.of(
                    CanonicalJson.tree(RecordedRun.read(merged.path()).summary().orElseThrow())
                            .toPrettyString());
        }
        List<String> figures =
                merged.figures().stream().map(WorkloadFigure::line).toList();
        return new EndSummary(merged.run(), figures, Optional.of(merged.path()), List.of())
                .lines(TerminalStreams.here(TerminalStreams.Color.AUTO).out());
    }

    /** Parses the value of an option. */
    static Duration duration(String option, String typed) throws CommandException {
        return Durations.parse(typed)
                .orElseThrow(() ->
                        CommandException.usage(option + " must be " + Durations.WANTED + ", not '" + typed + "'"));
    }

    /** Temporary folder that is deleted with the command, also if a signal ends it. Created and closed by the thread that fills it. */
    private record DownloadFolder(Path path, CountDownLatch closed, Thread hook) implements AutoCloseable {
        /** Time that the filling thread has to stop; one that waits for a server need not. */
        private static final long STOP_MS = 1000;

        static DownloadFolder create() throws IOException {
            Path path = Files.createTempDirectory("squall-merge-");
            CountDownLatch closed = new CountDownLatch(1);
            Thread filling = Thread.currentThread();
            Thread hook = Thread.ofPlatform().name("squall-delete-downloads").unstarted(() -> {
                filling.interrupt(); // else it would create the next file in what was just deleted
                try {
                    closed.await(STOP_MS, TimeUnit.MILLISECONDS);
                    FileTrees.delete(path);
                } catch (IOException | InterruptedException e) {
                    // The process ends, and what is left is in the folder for temporary files.
                }
            });
            Runtime.getRuntime().addShutdownHook(hook);
            return new DownloadFolder(path, closed, hook);
        }

        @Override
        public void close() throws IOException {
            closed.countDown();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The hook deletes, and this thread waits here for the end: the failure it would tell of is the
                // interruption.
                Runtime.getRuntime().exit(ExitCode.INTERRUPTED.code());
            }
            FileTrees.delete(path);
        }
    }
}
