package squall.benchbase.upstream;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import squall.cli.Signals;
import squall.system.SecretMasking;

/** One run of the user's BenchBase, in a process of its own. */
public final class BenchbaseProcess {
    private final BenchbaseDistribution distribution;
    private final BenchbaseJdk jdk;
    private final Optional<Path> squall;

    /** @param squall Squall's own folder, if that is known */
    public BenchbaseProcess(BenchbaseDistribution distribution, BenchbaseJdk jdk, Optional<Path> squall) {
        this.distribution = distribution;
        this.jdk = jdk;
        this.squall = squall;
    }

    /**
     * Runs it to its end; it has this process' streams. A signal that asks us to end is passed on, the second kills it.
     *
     * @param arguments for BenchBase, all paths absolute
     * @param results where its run folder is made
     * @param say receives one line for each process that is started
     * @return its exit code
     */
    public int run(List<String> arguments, Path results, Instant now, Consumer<String> say)
            throws IOException, InterruptedException {
        BenchbaseRunFolder folder = BenchbaseRunFolder.make(results, distribution, squall, now);
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
        return "engine: BenchBase's own\ncommand: " + String.join(" ", SecretMasking.mask(command)) + "\nexit code: "
                + code + "\n";
    }

    /**
     * The folder BenchBase is started in. It opens {@code config/plugin.xml} and every relative path of a configuration file from there, so
     * links lead to the distribution and to Squall's own configuration files. What it writes by itself ({@code results/monitor}) stays here.
     */
    private record BenchbaseRunFolder(Path path) {
        private static final DateTimeFormatter STAMP =
                DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
        private static final List<String> OF_BENCHBASE = List.of("config", "data", "scripts");
        private static final String CONFIGS = "benchbase-configs";

        /** @param squall where Squall's own configuration files are, if that is known */
        static BenchbaseRunFolder make(
                Path results, BenchbaseDistribution distribution, Optional<Path> squall, Instant now)
                throws IOException {
            Files.createDirectories(results);
            Path folder = Files.createTempDirectory(results, STAMP.format(now) + "-benchbase-upstream-");
            for (String name : OF_BENCHBASE) {
                link(folder.resolve(name), distribution.home().resolve(name));
            }
            if (squall.isPresent()) {
                link(folder.resolve(CONFIGS), squall.get().resolve(CONFIGS));
            }
            return new BenchbaseRunFolder(folder.toAbsolutePath());
        }

        private static void link(Path link, Path target) throws IOException {
            if (Files.isDirectory(target)) {
                Files.createSymbolicLink(link, target.toAbsolutePath());
            }
        }
    }
}
