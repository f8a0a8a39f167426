package squall.cli.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.cli.CommandEnvironment;
import squall.cli.CommandRunner;
import squall.cli.CommonOptions;
import squall.cli.completion.CommandSyntax;
import squall.cli.completion.PicocliSyntax;
import squall.report.TraceEvents;
import squall.report.format.ReportFormat;
import squall.report.format.RunReportFiles;
import squall.report.model.RunReportBuilder;
import squall.results.recorded.RecordedRun;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.TerminalStreams;

/** {@code bin/report}: reports, comparisons, tables and traces of runs, including those under way and those that were killed. */
@Command(
        name = "report",
        description = {
            "Writes the report of each run into its directory as report.html: one page, without any network.",
            "A run may be over, under way, or killed in the middle."
        },
        subcommands = {
            CardCommand.class,
            ReportCommand.CompareCommand.class,
            ImportCommand.class,
            IsolationCommand.class,
            MergeCommand.class,
            ReferenceCommand.class,
            RepeatCommand.class,
            ServeCommand.class,
            TableCommand.class,
            TrendCommand.class
        },
        footer = "Exit codes: 0; 2 usage or no run directory; 5 a file that cannot be written.")
public final class ReportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "RUN", description = "Run directories; results/latest is the newest.")
    private List<Path> runs = new ArrayList<>();

    @Option(
            names = "--format",
            paramLabel = "FORM",
            defaultValue = "html",
            description =
                    "html, text, markdown, csv, json or junit; all but html go to standard output (default: ${DEFAULT-VALUE}).")
    private ReportFormat form;

    @Option(names = "--out", paramLabel = "FILE", description = "Write to this file; for one run.")
    private @Nullable Path out;

    @Option(
            names = "--open",
            paramLabel = "no|yes",
            defaultValue = "no",
            description = "Whether to show the page in a browser (default: ${DEFAULT-VALUE}).")
    private Open open;

    /** Choice whether to open a browser. */
    enum Open {
        NO,
        YES
    }

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before a method of a command is called
    ReportCommand() {}

    public static void main(String[] args) {
        System.exit(execute(List.of(args), CommandEnvironment.ofProcess()));
    }

    /** Runs one command to its end and returns its exit code; prints to the streams given and nowhere else. */
    public static int execute(List<String> words, CommandEnvironment environment) {
        return CommandRunner.printing(line(), environment).execute(words.toArray(String[]::new));
    }

    /** Returns the syntax of {@code bin/report}, for the completion of shells. */
    public static CommandSyntax syntax() {
        return PicocliSyntax.of(line().getCommandSpec());
    }

    /** Creates the command with streams of its own, as tests run it. */
    static CommandLine line() {
        var line = CommandRunner.line(new ReportCommand());
        Stream.concat(Stream.of(line), line.getSubcommands().values().stream())
                .forEach(command -> command.addMixin("common", new CommonOptions()));
        return line;
    }

    @Override
    public Integer call() throws CommandException, IOException {
        if (runs.isEmpty()) {
            throw CommandException.usage("which run? Name run directories; results/latest is the newest");
        }
        boolean file = form == ReportFormat.HTML || out != null;
        if (runs.size() > 1 && (out != null || !file)) {
            throw CommandException.usage(
                    runs.size() + " runs are named, but --out and formats other than html take one");
        }
        if (open == Open.YES && !file) {
            throw CommandException.usage(
                    "--open yes shows a file, but --format " + form.name().toLowerCase(Locale.ROOT)
                            + " goes to standard output: name a file with --out FILE, or leave one of them out");
        }
        for (Path run : runs) {
            String report = form.of(
                    RunReportBuilder.of(RecordedRun.read(run)),
                    TerminalStreams.here(TerminalStreams.Color.AUTO).out());
            if (file) {
                write(out == null ? run.resolve(RunReportFiles.NAME) : out, report);
            } else {
                print(report);
            }
        }
        return ExitCode.OK.code();
    }

    private void write(Path file, String report) throws CommandException {
        ReportOutput.save(file, report);
        print("report     " + file + "\n");
        if (open == Open.YES) {
            Browser.show(file);
        }
    }

    private void print(String text) {
        PrintWriter print = spec.commandLine().getOut();
        print.print(text);
        print.flush();
    }

    @Command(
            description = {
                "Writes trace.json into the directory of each run: windows, faults, events and every second's counters, for ui.perfetto.dev"
                        + " and other programs that read the Trace Event Format."
            })
    int trace(@Parameters(arity = "1..*", paramLabel = "RUN", description = "Run directories.") List<Path> runs)
            throws CommandException, IOException {
        for (Path run : runs) {
            Path file = run.resolve("trace.json");
            ReportOutput.save(file, TraceEvents.of(RunReportBuilder.of(RecordedRun.read(run))));
            print("trace      " + file + "\n");
        }
        return ExitCode.OK.code();
    }

    /** {@code bin/report compare}: whether the runs of one side differ from those of another by more than chance. */
    @Command(
            name = "compare",
            description = {
                "Compares runs with runs: bin/report compare A1 A2 A3 A4 A5 --vs B1 B2 B3 B4 B5.",
                "The unit is the run; 5 on each side can show a difference in up to 6 metrics, 6 in up to 23."
            },
            footer =
                    "Exit codes: 0; 2 usage, or runs that cannot be compared; 4 data of a run is wrong; 5 a file that cannot be written; 7 a metric is worse.")
    static final class CompareCommand implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Parameters(arity = "1..*", paramLabel = "A", description = "Run directories of the first side.")
        private List<Path> first = new ArrayList<>();

        @Option(
                names = "--vs",
                arity = "1..*",
                required = true,
                paramLabel = "B",
                description = "Run directories of the second side.")
        private List<Path> second = new ArrayList<>();

        @Mixin
        private ComparisonOptions options;

        @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
        CompareCommand() {}

        @Override
        public Integer call() throws CommandException {
            return options.compare(first, second, spec.commandLine().getOut()).code();
        }
    }

    /** Browser of the user, as the desktop starts it. */
    private static final class Browser {
        private Browser() {}

        /** Shows a file and does not wait. @throws CommandException if this machine has no program that opens files */
        static void show(Path file) throws CommandException {
            boolean mac =
                    System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("mac");
            String opener = mac ? "open" : "xdg-open";
            try {
                new ProcessBuilder(opener, file.toAbsolutePath().toString())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
            } catch (IOException e) {
                throw new CommandException(
                        ExitCode.UNREACHABLE,
                        "cannot open " + file + ": " + opener + " is not installed; open it manually",
                        e);
            }
        }
    }

    /** Default location of results. */
    static final class ResultLocations {
        private ResultLocations() {}

        static Path ofProcess() {
            return of(CommandEnvironment.ofProcess());
        }

        static Path of(CommandEnvironment environment) {
            return Path.of(environment.results(Optional.empty()));
        }
    }
}
