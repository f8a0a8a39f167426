package squall.cli.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import squall.cli.report.TableCommand.TablePrinter;
import squall.report.AdversityCard;
import squall.report.table.NamedRun;
import squall.system.CommandException;
import squall.system.CommandStep;

/** {@code bin/report card}: the adversity card of runs under one scenario. */
@Command(
        name = "card",
        description = {
            "Prints the adversity card of runs under one scenario: each phase, one score by a stated rule, and eight dimensions.",
            "Several databases or versions stand side by side: 17=RUN 18=RUN. Runs of different scenarios are refused."
        })
final class CardCommand implements Callable<Integer> {
    @Parameters(arity = "1..*", paramLabel = "[NAME=]RUN", description = "Run directories of bin/adversity run.")
    private List<String> words = new ArrayList<>();

    @Option(
            names = "--client-delay",
            paramLabel = "TIME",
            description =
                    "Count runs too that are invalid only because of the client's own delay, up to this p99, such as 50ms.")
    private Optional<String> clientDelay = Optional.empty();

    @Mixin
    private TablePrinter printer;

    @SuppressWarnings("NullAway.Init") // picocli fills in the fields before the command is called
    CardCommand() {}

    @Override
    public Integer call() throws CommandException, IOException, InterruptedException {
        List<NamedRun> runs = new ArrayList<>();
        for (String word : words) {
            runs.addAll(TableCommand.runs(word));
        }
        OptionalLong mostDelayMs = mostDelayMs();
        return CommandStep.of(() -> printer.print(AdversityCard.TITLE, AdversityCard.of(runs, mostDelayMs)));
    }

    private OptionalLong mostDelayMs() throws CommandException {
        return clientDelay.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(MergeCommand.duration("--client-delay", clientDelay.get())
                        .toMillis());
    }
}
