package squall.cli.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.report.compare.ComparisonSettings;
import squall.report.compare.Trend;
import squall.report.compare.TrendReport;
import squall.report.format.ReportFormat;
import squall.report.format.TableFormat;
import squall.system.CommandException;
import squall.system.ExitCode;

/** {@code bin/report trend}: the run from which on a metric changed for good, in a series of runs. */
@Command(
        name = "trend",
        description = {
            "Puts runs in the order of their beginnings and says where a metric changed for good: at least 3 runs on either side, and 5 %%.",
            "Versions of the database, its settings, the machine and Squall itself may differ from run to run; nothing else may."
        },
        footer = "Exit codes: 0; 2 usage, or runs that cannot be compared; 5 a file that cannot be written.")
final class TrendCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "RUN", description = "Run directories, at least 6, in any order.")
    private List<Path> runs = new ArrayList<>();

    @Option(
            names = "--metric",
            paramLabel = "KEY",
            description = "Follow this metric, as compare has them; may be repeated.")
    private List<String> metrics = new ArrayList<>();

    @Option(
            names = "--allow-difference",
            paramLabel = "KEY",
            description =
                    "Take runs though they differ in this member of the manifest, setting (config.NAME) or file; may be repeated.")
    private List<String> allowed = new ArrayList<>();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "42",
            description = "Seed of the random orders that changes are tested against (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--format",
            paramLabel = "FORM",
            defaultValue = "text",
            description = "text, markdown, csv, json or html (default: ${DEFAULT-VALUE}).")
    private TableFormat form; // of no JUnit XML: there are no expectations, so no test cases

    @Mixin
    private ReportOutput.DestinationOptions destination;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    TrendCommand() {}

    @Override
    public Integer call() throws CommandException {
        ReportOutput output = destination.output(ReportFormat.valueOf(form.name()));
        ComparisonSettings terms = new ComparisonSettings(List.of("A", "B"), metrics, Map.of(), allowed, seed, false);
        Trend trend = Trend.of(ComparisonOptions.read(runs), terms);
        output.write(new TrendReport(trend), spec.commandLine().getOut());
        return ExitCode.OK.code();
    }
}
