package squall.experiment;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import squall.cli.command.RunTags;
import squall.experiment.StepCommand.StepRunner;
import squall.system.process.ExternalProgram;

/**
 * Process of a front end, started by its launcher.
 *
 * <p>Steps are run by one thread; signals may come from any.
 *
 * @see #interrupt
 */
public final class FrontEndProcess implements StepRunner {
    /** Name of the file in a step's folder with the front end's standard output and error in the order of arrival. */
    public static final String OUTPUT = "output.txt";

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Path home;
    private final List<String> tags;
    private final AtomicReference<Optional<Process>> running = new AtomicReference<>(Optional.empty());

    /**
     * @param home Squall's own folder, with {@code bin/} in it
     * @param tags of every run
     */
    public FrontEndProcess(Path home, List<String> tags) {
        this.home = home.toAbsolutePath().normalize();
        this.tags = List.copyOf(tags);
    }

    @Override
    public int run(StepCommand words, Path folder) throws IOException, InterruptedException {
        List<String> command = Stream.concat(
                        Stream.of(home.resolve("bin").resolve(words.name()).toString()), words.arguments().stream())
                .toList();
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile()) // files that are not there are searched in Squall's own folder
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(OUTPUT).toFile());
        builder.environment().put("SQUALL_RESULTS", folder.toAbsolutePath().toString());
        builder.environment().put(RunTags.VARIABLE, String.join(",", tags));
        Process process = builder.start();
        running.set(Optional.of(process));
        try {
            return process.waitFor();
        } finally {
            running.set(Optional.empty());
        }
    }

    /** Interrupts the front end in progress, which ends as it does on Ctrl-C: gently, with its results. */
    public void interrupt() throws IOException, InterruptedException {
        Optional<Process> process = running.get();
        if (process.isPresent()) {
            new ExternalProgram(
                            List.of(
                                    "/bin/sh",
                                    "-c",
                                    "kill -INT " + process.get().pid()),
                            Path.of("/"),
                            PATIENCE)
                    .run();
        }
    }

    /** Terminates it by SIGTERM. */
    public void terminate() {
        running.get().ifPresent(Process::destroy);
    }
}
