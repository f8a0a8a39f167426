package squall.report.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import squall.cli.CommandException;

/** {@code bin/report compare}: whether the runs of one side differ from those of another by more than chance. */
@Command(
        name = "compare",
        description = {
            "Compares runs with runs: bin/report compare A1 A2 A3 A4 A5 --vs B1 B2 B3 B4 B5.",
            "The unit is the run; 5 on each side can show a difference in up to 6 metrics, 6 in up to 23."
        },
        footer =
                "Exit codes: 0; 2 usage, or runs that cannot be compared; 5 a file that cannot be written; 7 a metric is worse.")
final class CompareCommand implements Callable<Integer> {
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
