package squall.benchbase.upstream;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import squall.cli.Secrets;
import squall.cli.Signals;

/** One run of the user's BenchBase, in a process of its own. */
public final class Upstream {
    private final Distribution distribution;
    private final Jdk jdk;
    private final Optional<Path> squall;

    /** @param squall Squall's own folder, if that is known */
    public Upstream(Distribution distribution, Jdk jdk, Optional<Path> squall) {
        this.distribution = distribution;
        this.jdk = jdk;
        this.squall = squall;
    }

    /**
     * Runs it to its end; it has this process' streams. A signal that asks us to end is passed on, the second kills it.
     *
     * @param arguments for BenchBase, all paths absolute
     * @param results where its run folder is made
     * @param say hears what is started, one line each
     * @return its exit code
     */
    public int run(List<String> arguments, Path results, Instant now, Consumer<String> say)
            throws IOException, InterruptedException {
        RunFolder folder = RunFolder.make(results, distribution, squall, now);
        List<String> command = command(arguments);
        say.accept("engine: BenchBase's own, " + distribution.jar() + " on Java " + jdk.version() + ", in "
                + folder.path());
        Process process = new ProcessBuilder(command)
                .directory(folder.path().toFile())
                .inheritIO()
                .start();
        Signals signals = Signals.install(signal -> process.destroy(), signal -> process.destroyForcibly());
        int code;
        try {
            code = process.waitFor();
        } finally {
            signals.close();
        }
        Files.writeString(folder.path().resolve("engine.txt"), note(command, code));
        return code;
    }

    private List<String> command(List<String> arguments) {
        List<String> command = new ArrayList<>(
                List.of(jdk.java().toString(), "-jar", distribution.jar().toString()));
        command.addAll(arguments);
        return command;
    }

    private static String note(List<String> command, int code) {
        return "engine: BenchBase's own\ncommand: " + String.join(" ", Secrets.mask(command)) + "\nexit code: " + code
                + "\n";
    }
}
