package squall.report.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.cli.CommandException;
import squall.cli.Commands;
import squall.cli.CommonOptions;
import squall.cli.ExitCode;
import squall.cli.Terminal;
import squall.report.EndSummary;
import squall.results.Figure;
import squall.results.RecordedRun;
import squall.results.merge.MergedRun;
import squall.results.merge.RunMerge;
import squall.spi.Durations;

/** {@code bin/report}: makes something of runs that are over. */
@Command(
        name = "report",
        description = "Makes something of runs that are over.",
        subcommands = ReferenceCommand.class,
        footer = "Exit codes: those of the runs; 2 usage, or runs that cannot be merged.")
public final class ReportCommand {
    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before a method of a command is called
    ReportCommand() {}

    public static void main(String[] args) {
        System.exit(line().execute(args));
    }

    /** The command as a test can run it, with streams of its own. */
    static CommandLine line() {
        var line = Commands.line(new ReportCommand());
        Stream.concat(Stream.of(line), line.getSubcommands().values().stream())
                .forEach(command -> command.addMixin("common", new CommonOptions()));
        return line;
    }

    @Command(
            description = {
                "Adds the runs of several clients up to one run, without loss: counters and histograms, never percentiles.",
                "The clients ran the same workload on the same database at the same time, each on its own part of the data."
            })
    int merge(
            @Parameters(arity = "2..*", paramLabel = "RUN", description = "Run directories.") List<Path> runs,
            @Option(
                            names = "--out",
                            paramLabel = "DIR",
                            defaultValue = "results",
                            description = "Where the merged run's directory is made (default: ${DEFAULT-VALUE}).")
                    Path out,
            @Option(
                            names = "--skew",
                            paramLabel = "TIME",
                            defaultValue = "10s",
                            description = "How far apart the clients may have begun (default: ${DEFAULT-VALUE}).")
                    String skew,
            @Option(names = "--json", description = "Print the merged summary.json and nothing else.") boolean json)
            throws CommandException, IOException {
        MergedRun merged = RunMerge.of(runs, duration(skew)).write(out, command());
        PrintWriter print = spec.commandLine().getOut();
        lines(merged, json).forEach(print::println);
        print.flush();
        return merged.run().codes().worst().code();
    }

    private static List<String> lines(MergedRun merged, boolean json) throws IOException {
        if (json) {
            return List.of(
                    RecordedRun.read(merged.path()).summary().orElseThrow().toPrettyString());
        }
        List<String> figures = merged.figures().stream().map(Figure::line).toList();
        return new EndSummary(merged.run(), figures, Optional.of(merged.path()), List.of())
                .lines(Terminal.here(Terminal.Color.AUTO).out());
    }

    private List<String> command() {
        List<String> command = new ArrayList<>(List.of("bin/report"));
        command.addAll(spec.commandLine().getParseResult().originalArgs());
        return command;
    }

    private static Duration duration(String skew) throws CommandException {
        return Durations.parse(skew)
                .orElseThrow(() -> new CommandException(
                        ExitCode.USAGE, "--skew must be " + Durations.WANTED + ", not '" + skew + "'"));
    }
}
