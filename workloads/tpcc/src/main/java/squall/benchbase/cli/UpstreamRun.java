package squall.benchbase.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.cli.Signals;
import squall.cli.command.RunTags;
import squall.cli.progress.ProgressConsole;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.SecretMasking;

/** The command on the user's BenchBase: its own arguments, with every path absolute since it is started in a folder of its own. */
final class UpstreamRun {
    private final BenchbaseInvocation invocation;
    private final BenchbaseDistribution distribution;
    private final BenchbaseJdk jdk;

    UpstreamRun(BenchbaseInvocation invocation, BenchbaseDistribution distribution, BenchbaseJdk jdk) {
        this.invocation = invocation;
        this.distribution = distribution;
        this.jdk = jdk;
    }

    /** @return BenchBase's exit code */
    int execute(ProgressConsole console, Instant now) throws CommandException, IOException, InterruptedException {
        refuseOwnOptions();
        int code = new BenchbaseProcess(
                        distribution, jdk, invocation.surroundings().home())
                .run(arguments(), invocation.results(), now, console::say);
        if (code != 0) {
            console.tell("exit " + code + ": BenchBase exited with " + code + "; see its output");
        }
        return code;
    }

    /** What BenchBase does not know would be silently left undone. */
    private void refuseOwnOptions() throws CommandException {
        SquallFlags own = invocation.own();
        List<String> given = new ArrayList<>();
        own.url().ifPresent(x -> given.add("--url"));
        own.warehouses().ifPresent(x -> given.add("--warehouses"));
        own.fromWarehouse().ifPresent(x -> given.add("--from-warehouse"));
        own.totalWarehouses().ifPresent(x -> given.add("--total-warehouses"));
        own.connections().ifPresent(x -> given.add("--connections"));
        own.abortOn().ifPresent(x -> given.add("--abort-on"));
        own.seed().ifPresent(x -> given.add("--seed"));
        if (own.clients(invocation.surroundings()).split().shared()) {
            given.add("--clients");
        }
        if (own.tags().given()) {
            given.add(RunTags.OPTION);
        }
        if (own.allConditions()) {
            given.add("--all-conditions");
        }
        if (!given.isEmpty()) {
            throw BenchbaseInvocation.wrong(String.join(", ", given) + ": your BenchBase (" + distribution.jar()
                    + ") has no such option; add --engine squall, or change the file");
        }
    }

    private List<String> arguments() {
        BenchbaseFlags flags = invocation.flags();
        List<String> arguments = new ArrayList<>();
        if (!flags.benchmarks().isEmpty()) {
            arguments.addAll(List.of("-b", String.join(",", flags.benchmarks())));
        }
        if (!flags.config().isEmpty()) {
            arguments.addAll(List.of("-c", invocation.config().toString()));
        }
        steps(arguments);
        arguments.addAll(List.of("-d", invocation.path(flags.directory()).toString()));
        arguments.addAll(List.of("-s", Integer.toString(flags.sampleSeconds())));
        if (flags.monitorMs() > 0) {
            arguments.addAll(List.of("-im", Integer.toString(flags.monitorMs()), "-mt", flags.monitorType()));
        }
        flags.histograms()
                .ifPresent(file ->
                        arguments.addAll(List.of("-jh", invocation.path(file).toString())));
        return arguments;
    }

    private void steps(List<String> arguments) {
        BenchbaseFlags flags = invocation.flags();
        add(arguments, "--create", flags.steps().create());
        add(arguments, "--clear", flags.steps().clear());
        add(arguments, "--load", flags.steps().load());
        add(arguments, "--execute", flags.steps().execute());
        add(arguments, "--anonymize", flags.anonymize());
        add(arguments, "--dialects-export", flags.dialectsExport());
    }

    private static void add(List<String> arguments, String option, boolean asked) {
        if (asked) {
            arguments.add(option + "=true");
        }
    }

    /** One run of the user's BenchBase, in a process of its own. */
    static final class BenchbaseProcess {
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
            return "engine: BenchBase's own\ncommand: " + String.join(" ", SecretMasking.mask(command))
                    + "\nexit code: " + code + "\n";
        }

        /**
         * The folder BenchBase is started in. It opens {@code config/plugin.xml} and every relative path of a configuration file from there, so
         * links lead to the distribution and to Squall's own configuration files. What it writes by itself ({@code results/monitor}) stays here.
         */
        private record BenchbaseRunFolder(Path path) {
            private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern(
                            "uuuuMMdd'T'HHmmss'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);
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

    /**
     * The user's BenchBase: a jar, with {@code lib/}, {@code config/} and {@code data/} next to it.
     *
     * @param jar absolute
     */
    record BenchbaseDistribution(Path jar) {
        private static final String JAR = "BENCHBASE_JAR";
        private static final String HOME = "BENCHBASE_HOME";

        /**
         * The one that the environment names, BENCHBASE_JAR before BENCHBASE_HOME; empty if it names none.
         *
         * @throws CommandException if there is no BenchBase where it points to
         */
        public static Optional<BenchbaseDistribution> of(Map<String, String> environment, Path folder)
                throws CommandException {
            String jar = environment.getOrDefault(JAR, "");
            String home = environment.getOrDefault(HOME, "");
            if (!jar.isEmpty()) {
                return Optional.of(checked(JAR + "=" + jar, folder.resolve(jar)));
            }
            return home.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                            checked(HOME + "=" + home, folder.resolve(home).resolve("benchbase.jar")));
        }

        /** Where {@code config/}, {@code data/} and {@code scripts/} are. */
        public Path home() {
            Path home = jar.getParent();
            return home == null ? jar : home;
        }

        private static BenchbaseDistribution checked(String where, Path jar) throws CommandException {
            Path absolute = jar.toAbsolutePath().normalize();
            if (!Files.isRegularFile(absolute)) {
                throw new CommandException(ExitCode.USAGE, where + ": no such file: " + absolute);
            }
            BenchbaseDistribution found = new BenchbaseDistribution(absolute);
            Path plugins = found.home().resolve("config/plugin.xml");
            if (!Files.isRegularFile(plugins)) {
                throw new CommandException(
                        ExitCode.USAGE,
                        where + ": BenchBase needs " + plugins + ", which does not exist; unpack its complete archive");
            }
            return found;
        }
    }

    /**
     * A JDK that BenchBase can run on.
     *
     * @param java its program
     */
    record BenchbaseJdk(Path java, int version) {
        /** BenchBase's classes have class-file version 67. */
        private static final int OLDEST = 23;

        private static final List<String> VARIABLES = List.of("BENCHBASE_JAVA_HOME", "JAVA_HOME");
        private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(?:1\\.)?(\\d+)");

        /**
         * The first of BENCHBASE_JAVA_HOME, JAVA_HOME and the JDK that runs Squall itself that is new enough.
         *
         * @param own the home of the JDK that runs Squall
         * @throws CommandException if none of them is; the message says which were looked at
         */
        public static BenchbaseJdk of(Map<String, String> environment, Path own) throws CommandException {
            List<String> seen = new ArrayList<>();
            for (String variable : VARIABLES) {
                String home = environment.getOrDefault(variable, "");
                int version = home.isEmpty() ? 0 : version(Path.of(home));
                if (version >= OLDEST) {
                    return new BenchbaseJdk(Path.of(home, "bin", "java"), version);
                }
                seen.add(variable + (home.isEmpty() ? " is not set" : " is " + told(version) + " in " + home));
            }
            int version = version(own);
            if (version >= OLDEST) {
                return new BenchbaseJdk(own.resolve("bin/java"), version);
            }
            seen.add("Squall itself runs on " + told(version));
            throw new CommandException(
                    ExitCode.UNREACHABLE,
                    "BenchBase needs Java " + OLDEST + " or newer: " + String.join(", ", seen)
                            + "; set BENCHBASE_JAVA_HOME to such a JDK, or use --engine squall");
        }

        private static String told(int version) {
            return version == 0 ? "no JDK" : "Java " + version;
        }

        /** From the file that every JDK carries; 0 if there is none. */
        private static int version(Path home) {
            if (!Files.isExecutable(home.resolve("bin/java"))) {
                return 0;
            }
            try {
                Matcher version = VERSION.matcher(Files.readString(home.resolve("release")));
                return version.find() ? Integer.parseInt(version.group(1)) : 0;
            } catch (IOException e) {
                return 0; // no JDK, or a broken one: the message that follows says so
            }
        }
    }
}
