package squall.ycsb.cli;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Locale;
import squall.cli.ClassPath;
import squall.cli.CommandException;
import squall.cli.Commands;
import squall.cli.ExitCode;
import squall.cli.Screen;
import squall.cli.Surroundings;
import squall.cli.Terminal;
import squall.cli.Version;
import squall.cli.progress.Console;
import squall.cli.progress.Mode;
import squall.ycsb.ClientProperties;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.shell.Shell;

/** {@code bin/ycsb}: YCSB's command line on Squall's engine. */
public final class YcsbCommand {
    private static final String DEBUG = "--debug";
    private static final String JSON_EXPORTER = "site.ycsb.measurements.exporter.JSONMeasurementsExporter";

    private final Surroundings surroundings;

    private YcsbCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    public static void main(String[] args) {
        System.exit(execute(List.of(args), Surroundings.ofProcess()));
    }

    /** Runs one command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, Surroundings surroundings) {
        boolean debug = words.contains(DEBUG);
        List<String> rest = words.stream().filter(word -> !word.equals(DEBUG)).toList();
        try {
            return new YcsbCommand(surroundings).execute(rest).code();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Commands.failed(
                    new CommandException(ExitCode.INTERRUPTED, "interrupted", e),
                    debug,
                    new PrintWriter(surroundings.err(), true, Charset.defaultCharset()));
        } catch (Exception e) { // the rim of the program: whatever it is, the user gets one line and an exit code
            return Commands.failed(e, debug, new PrintWriter(surroundings.err(), true, Charset.defaultCharset()));
        }
    }

    private ExitCode execute(List<String> words) throws CommandException, IOException, InterruptedException {
        if (words.isEmpty() || words.contains("--help") || words.contains("-h")) {
            Help.print(surroundings.out());
            return words.isEmpty() ? ExitCode.USAGE : ExitCode.OK;
        }
        if (words.contains("--version")) {
            surroundings.out().println(Version.current().line());
            return ExitCode.OK;
        }
        Configuration configuration = Configuration.of(Arguments.parse(words), surroundings);
        configuration = configuration.with(complete(configuration.properties()));
        try (URLClassLoader classes =
                ClassPath.of(configuration.arguments().classPath()).loader(YcsbCommand.class.getClassLoader())) {
            return configuration.arguments().command() == Arguments.Command.SHELL
                    ? shell(configuration, classes)
                    : measured(configuration, words, classes);
        }
    }

    private ExitCode measured(Configuration configuration, List<String> words, ClassLoader classes)
            throws CommandException, IOException, InterruptedException {
        Screen screen = Terminal.of(System.getProperties(), surroundings.environment(), Terminal.Color.AUTO)
                .err();
        Console console = new Console(surroundings.err(), screen, mode(configuration.properties()));
        return new Measured(configuration, surroundings, words, console).execute(classes);
    }

    private ExitCode shell(Configuration configuration, ClassLoader classes) throws CommandException, IOException {
        configuration.notes().forEach(surroundings.err()::println);
        Works works = new Works(configuration, classes, surroundings.err()::println);
        int code = new Shell(works.table())
                .run(
                        works.shellDb(),
                        new InputStreamReader(surroundings.in(), Charset.defaultCharset()),
                        surroundings.out());
        return ExitCode.of(code);
    }

    /** Settles what is drawn or follows from other settings. */
    private static YcsbProperties complete(YcsbProperties properties) throws CommandException {
        YcsbProperties seeded = Seeds.certain(properties);
        boolean json = seeded.get(SquallProperties.JSON) && !seeded.isSet(ClientProperties.EXPORTER);
        return json ? seeded.with(ClientProperties.EXPORTER, JSON_EXPORTER, "--json") : seeded;
    }

    /** Status lines are progress already: one form of it is enough. */
    private static Mode mode(YcsbProperties properties) {
        if (properties.get(SquallProperties.QUIET)) {
            return Mode.NONE;
        }
        String form = properties.get(SquallProperties.PROGRESS);
        boolean automatic = form.equals("auto");
        return automatic && properties.get(ClientProperties.STATUS)
                ? Mode.PLAIN
                : Mode.valueOf(form.toUpperCase(Locale.ROOT));
    }
}
