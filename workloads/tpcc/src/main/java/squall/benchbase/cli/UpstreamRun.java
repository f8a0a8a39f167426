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
import squall.cli.command.RunOption;
import squall.cli.command.RunOptions;
import squall.cli.progress.ProgressConsole;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.SecretMasking;

/** Run of the command on the user's BenchBase: with its own arguments, all paths absolute, because it starts in a folder of its own. */
record UpstreamRun(BenchbaseInvocation invocation, BenchbaseDistribution distribution, BenchbaseJdk jdk) {
    /** Options that BenchBase cannot follow: all of a run's but those for the place of its results, its progress and its checks. */
    private static final List<RunOption<?>> OF_SQUALLS_ENGINE = RunOptions.ALL.stream()
            .filter(option -> !List.of(RunOptions.RESULTS, RunOptions.PROGRESS, RunOptions.NO_VERIFY)
                    .contains(option))
            .toList();

    /** Runs BenchBase to its end. @return its exit code */
    int execute(ProgressConsole console, Instant now) throws CommandException, IOException, InterruptedException {
        refuseOwnOptions();
        invocation.makeFolders(invocation.path(invocation.flags().directory));
        int code = new BenchbaseProcess(
                        distribution, jdk, invocation.environment().home())
                .run(arguments(), invocation.options().results(invocation.environment()), now, console::say);
        if (code != 0) {
            console.tell("exit " + code + ": BenchBase exited with " + code + "; see its output");
        }
        return code;
    }

    /** Refuses Squall's own options, which would silently have no effect on BenchBase. */
    private void refuseOwnOptions() throws CommandException {
        SquallFlags own = invocation.own();
        List<String> given = new ArrayList<>();
        own.url.ifPresent(x -> given.add("--url"));
        own.testbed.ifPresent(x -> given.add("--testbed"));
        own.warehouses.ifPresent(x -> given.add("--warehouses"));
        own.fromWarehouse.ifPresent(x -> given.add("--from-warehouse"));
        own.totalWarehouses.ifPresent(x -> given.add("--total-warehouses"));
        own.connections.ifPresent(x -> given.add("--connections"));
        if (own.allConditions) {
            given.add("--all-conditions");
        }
        if (own.judgesIsolation()) {
            given.add("--judge");
        }
        given.addAll(invocation.options().named(OF_SQUALLS_ENGINE));
        if (invocation.options().clients(invocation.environment()).split().shared()
                && !given.contains(RunOptions.CLIENTS.option())) {
            given.add(RunOptions.CLIENTS.option());
        }
        if (!given.isEmpty()) {
            throw CommandException.usage(String.join(", ", given) + ": your BenchBase (" + distribution.jar()
                    + ") has no such option; add --engine squall, or change the file");
        }
    }

    private List<String> arguments() {
        BenchbaseFlags flags = invocation.flags();
        List<String> arguments = new ArrayList<>();
        if (!flags.benchmarks.isEmpty()) {
            arguments.addAll(List.of("-b", String.join(",", flags.benchmarks)));
        }
        if (!flags.config.isEmpty()) {
            arguments.addAll(List.of("-c", invocation.config().toString()));
        }
        steps(arguments);
        arguments.addAll(List.of("-d", invocation.path(flags.directory).toString()));
        arguments.addAll(List.of("-s", Integer.toString(flags.sampleSeconds)));
        if (flags.monitorMs > 0) {
            arguments.addAll(List.of("-im", Integer.toString(flags.monitorMs), "-mt", flags.monitorType));
        }
        flags.histograms.ifPresent(
                file -> arguments.addAll(List.of("-jh", invocation.path(file).toString())));
        return arguments;
    }

    private void steps(List<String> arguments) {
        BenchbaseFlags flags = invocation.flags();
        add(arguments, "--create", flags.steps().create());
        add(arguments, "--clear", flags.steps().clear());
        add(arguments, "--load", flags.steps().load());
        add(arguments, "--execute", flags.steps().execute());
        add(arguments, "--anonymize", flags.anonymize);
        add(arguments, "--dialects-export", flags.dialectsExport);
    }

    private static void add(List<String> arguments, String option, boolean asked) {
        if (asked) {
            arguments.add(option + "=true");
        }
    }

    /**
     * Process of the user's BenchBase.
     *
     * @param squall folder of Squall, if it is known
     */
    record BenchbaseProcess(BenchbaseDistribution distribution, BenchbaseJdk jdk, Optional<Path> squall) {
        /**
         * Runs BenchBase to its end, on the streams of this process. A first signal to end is passed on to it, a second one kills it.
         *
         * @param arguments for BenchBase, all paths absolute
         * @param results folder in which its run folder is created
         * @param say receives one line about the process that is started
         * @return its exit code
         * @throws IOException if the run folder cannot be created or the process cannot be started
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
         * Folder in which BenchBase starts. BenchBase opens {@code config/plugin.xml} and every relative path of a configuration file from
         * there, so links lead to the distribution and to Squall's own configuration files. Its own output ({@code results/monitor}) stays
         * there.
         */
        private record BenchbaseRunFolder(Path path) {
            private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern(
                            "uuuuMMdd'T'HHmmss'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);
            private static final List<String> OF_BENCHBASE = List.of("config", "data", "scripts");
            private static final String CONFIGS = "benchbase-configs";

            /** Creates the folder and its links. @param squall folder of Squall's own configuration files, if it is known */
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
     * Distribution of BenchBase: a jar, with {@code lib/}, {@code config/} and {@code data/} next to it.
     *
     * @param jar absolute path
     */
    record BenchbaseDistribution(Path jar) {
        private static final String JAR = "BENCHBASE_JAR";
        private static final String HOME = "BENCHBASE_HOME";

        /**
         * Returns the distribution that the environment names, by BENCHBASE_JAR or else BENCHBASE_HOME; empty if it names none.
         *
         * @param folder against which relative paths are resolved
         * @throws CommandException if there is no complete BenchBase at the path that it names
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

        /** Returns the folder of {@code config/}, {@code data/} and {@code scripts/}. */
        public Path home() {
            Path home = jar.getParent();
            return home == null ? jar : home;
        }

        private static BenchbaseDistribution checked(String where, Path jar) throws CommandException {
            Path absolute = jar.toAbsolutePath().normalize();
            if (!Files.isRegularFile(absolute)) {
                throw CommandException.usage(where + ": no such file: " + absolute);
            }
            BenchbaseDistribution found = new BenchbaseDistribution(absolute);
            Path plugins = found.home().resolve("config/plugin.xml");
            if (!Files.isRegularFile(plugins)) {
                throw CommandException.usage(
                        where + ": BenchBase needs " + plugins + ", which does not exist; unpack its complete archive");
            }
            return found;
        }
    }

    /**
     * JDK that BenchBase can run on.
     *
     * @param java path of its program {@code java}
     * @param version its feature release, such as 23
     */
    record BenchbaseJdk(Path java, int version) {
        /** Oldest release that loads BenchBase's classes, which have class-file version 67. */
        private static final int OLDEST = 23;

        private static final List<String> VARIABLES = List.of("BENCHBASE_JAVA_HOME", "JAVA_HOME");
        private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(?:1\\.)?(\\d+)");

        /**
         * Returns the first JDK that is new enough of BENCHBASE_JAVA_HOME, JAVA_HOME and the one that runs Squall.
         *
         * @param own home of the JDK that runs Squall
         * @throws CommandException if none of them is new enough; the message lists what was found
         */
        public static BenchbaseJdk of(Map<String, String> environment, Path own) throws CommandException {
            List<String> seen = new ArrayList<>();
            for (String variable : VARIABLES) {
                String home = environment.getOrDefault(variable, "");
                int version = home.isEmpty() ? 0 : version(Path.of(home));
                if (version >= OLDEST) {
                    return new BenchbaseJdk(Path.of(home, "bin", "java"), version);
                }
                seen.add(variable + (home.isEmpty() ? " is not set" : " is " + text(version) + " in " + home));
            }
            int version = version(own);
            if (version >= OLDEST) {
                return new BenchbaseJdk(own.resolve("bin/java"), version);
            }
            seen.add("Squall itself runs on " + text(version));
            throw new CommandException(
                    ExitCode.UNREACHABLE,
                    "BenchBase needs Java " + OLDEST + " or newer: " + String.join(", ", seen)
                            + "; set BENCHBASE_JAVA_HOME to such a JDK, or use --engine squall");
        }

        private static String text(int version) {
            return version == 0 ? "no JDK" : "Java " + version;
        }

        /** Reads the feature release from the file {@code release} of a JDK; returns 0 if there is no JDK. */
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
