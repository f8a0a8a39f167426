package squall.ycsb.cli;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import squall.cli.ClassPath;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.progress.ProgressConsole;
import squall.cli.progress.ProgressMode;
import squall.engine.ClientSplit;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.OutputScreen;
import squall.system.SquallVersion;
import squall.system.TerminalStreams;
import squall.table.TextTable;
import squall.ycsb.ClientProperties;
import squall.ycsb.PropertyCatalog;
import squall.ycsb.PropertyDefinition;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.cli.YcsbArguments.LongOptions;
import squall.ycsb.cli.YcsbMeasuredRun.SeedDrawing;

/** {@code bin/ycsb}: YCSB's command line on Squall's engine. */
public final class YcsbCommand {
    private static final String DEBUG = "--debug";
    private static final String JSON_EXPORTER = "site.ycsb.measurements.exporter.JSONMeasurementsExporter";

    private final CommandEnvironment surroundings;

    private YcsbCommand(CommandEnvironment surroundings) {
        this.surroundings = surroundings;
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), CommandEnvironment.ofProcess()));
    }

    /** Runs one command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, CommandEnvironment surroundings) {
        boolean debug = words.contains(DEBUG);
        List<String> rest = words.stream().filter(word -> !word.equals(DEBUG)).toList();
        try {
            return new YcsbCommand(surroundings).execute(rest).code();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return CommandRunner.failed(
                    new CommandException(ExitCode.INTERRUPTED, "interrupted", e),
                    debug,
                    new PrintWriter(surroundings.err(), true, Charset.defaultCharset()));
        } catch (Exception e) { // the rim of the program: whatever it is, the user gets one line and an exit code
            return CommandRunner.failed(e, debug, new PrintWriter(surroundings.err(), true, Charset.defaultCharset()));
        }
    }

    private ExitCode execute(List<String> words) throws CommandException, IOException, InterruptedException {
        if (words.isEmpty() || words.contains("--help") || words.contains("-h")) {
            YcsbHelp.print(surroundings.out());
            return words.isEmpty() ? ExitCode.USAGE : ExitCode.OK;
        }
        if (words.contains("--version")) {
            surroundings.out().println(SquallVersion.current().line());
            return ExitCode.OK;
        }
        YcsbConfiguration configuration = YcsbConfiguration.of(YcsbArguments.parse(words), surroundings);
        configuration = configuration.with(complete(configuration.properties()));
        try (URLClassLoader classes =
                ClassPath.of(configuration.arguments().classPath()).loader(YcsbCommand.class.getClassLoader())) {
            return configuration.arguments().command() == YcsbArguments.Command.SHELL
                    ? shell(configuration, classes)
                    : measured(configuration, words, classes);
        }
    }

    private ExitCode measured(YcsbConfiguration configuration, List<String> words, ClassLoader classes)
            throws CommandException, IOException, InterruptedException {
        OutputScreen screen = TerminalStreams.of(
                        System.getProperties(), surroundings.environment(), TerminalStreams.Color.AUTO)
                .err();
        ProgressConsole console = new ProgressConsole(surroundings.err(), screen, mode(configuration.properties()));
        return new YcsbMeasuredRun(configuration, surroundings, words, console).execute(classes);
    }

    private ExitCode shell(YcsbConfiguration configuration, ClassLoader classes) throws CommandException, IOException {
        configuration.notes().forEach(surroundings.err()::println);
        PreparedWorks works = new PreparedWorks(configuration, classes, surroundings.err()::println, ClientSplit.WHOLE);
        int code = new YcsbShell(works.table())
                .run(
                        works.shellDb(),
                        new InputStreamReader(surroundings.in(), Charset.defaultCharset()),
                        surroundings.out());
        return ExitCode.of(code);
    }

    /** Settles what is drawn or follows from other settings. */
    private YcsbProperties complete(YcsbProperties properties) throws CommandException {
        YcsbProperties seeded = SeedDrawing.certain(
                properties,
                YcsbMeasuredRun.clients(properties, surroundings.environment()).seed());
        boolean json = seeded.get(SquallProperties.JSON) && !seeded.isSet(ClientProperties.EXPORTER);
        return json ? seeded.with(ClientProperties.EXPORTER, JSON_EXPORTER, "--json") : seeded;
    }

    /** Status lines are progress already: one form of it is enough. */
    private static ProgressMode mode(YcsbProperties properties) {
        if (properties.get(SquallProperties.QUIET)) {
            return ProgressMode.NONE;
        }
        String form = properties.get(SquallProperties.PROGRESS);
        boolean automatic = form.equals("auto");
        return automatic && properties.get(ClientProperties.STATUS)
                ? ProgressMode.PLAIN
                : ProgressMode.valueOf(form.toUpperCase(Locale.ROOT));
    }

    /** The help text: made from what the command really knows. */
    private static final class YcsbHelp {
        private static final String USAGE = """
            usage: ycsb load|run|shell BINDING [options]

            ycsb load jdbc -P workloada          load 1,000 rows into the embedded PostgreSQL
            ycsb run jdbc -P workloada -s        run workload a on them, with status lines
            ycsb run jdbc -P workloada -p db.url=jdbc:postgresql://db:5432/ycsb -threads 32 --rate 5000

              -P FILE          property file, searched here, in workloads/ and in workloads/literature/
              -p NAME=VALUE    one property; overrides the files
              -threads N       number of concurrent connections
              -target N        total operations per second of all threads
              -s               status lines on standard error
              -l LABEL         prefix of each status line
              -db CLASS        any class that implements the YCSB interface
              -cp PATH         additional jars, for third-party classes
              -jvm-args ARGS   arguments of the JVM
              --help, --version, --debug
            """;

        /** Where what an option means begins. */
        private static final int TEXT = 45;

        private YcsbHelp() {}

        static void print(PrintStream out) {
            out.println(USAGE);
            out.println("bindings: " + String.join(", ", YcsbArguments.bindings()));
            out.println();
            out.println("options of Squall, each also a property squall.NAME:");
            LongOptions.names()
                    .forEach(name -> LongOptions.find(name).ifPresent(property -> print(out, name, property)));
            out.println();
            out.println("properties:");
            PropertyCatalog.all().stream()
                    .filter(property -> !property.name().startsWith("squall."))
                    .forEach(property -> print(out, property.name(), property));
            out.println();
            out.println("exit codes:");
            Stream.of(ExitCode.values()).forEach(code -> out.printf("  %3d  %s%n", code.code(), code.meaning()));
        }

        private static void print(PrintStream out, String name, PropertyDefinition<?> property) {
            String fallback = property.shownFallback();
            TextTable.entry(
                            "  " + name,
                            property.about() + (fallback.isEmpty() ? "" : " [" + fallback + "]"),
                            TEXT,
                            OutputScreen.WIDEST)
                    .forEach(out::println);
        }
    }
}
