package squall.adversity.cli;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.Surroundings;
import squall.scenario.Scenario;

/**
 * Runs a scenario as often as was asked for, each time with the next seed, so that targets and moments differ as they do in life.
 *
 * <p>Each run has a directory of its own; the summary of each tells the spread of it and all before it.
 */
record RepeatOrder(Scenario scenario, RunFlags flags, Surroundings surroundings, List<String> words) {
    /** After these a further run would say nothing of the database, or do harm. */
    private static final Set<ExitCode> LAST = EnumSet.of(
            ExitCode.NOT_HEALED,
            ExitCode.INTERNAL_ERROR,
            ExitCode.USAGE,
            ExitCode.UNREACHABLE,
            ExitCode.INTERRUPTED,
            ExitCode.TERMINATED);

    /** @return the worst of all */
    ExitCode execute() throws CommandException, IOException, InterruptedException {
        Repeated repeated = new Repeated(flags.repeat());
        ExitCode worst = ExitCode.OK;
        for (int run = 0; run < flags.repeat() && !LAST.contains(worst); run++) {
            Scenario seeded =
                    scenario.with(scenario.rules().withSeed(scenario.rules().seed() + run));
            ExitCode code = new RunOrder(seeded, flags, surroundings, words).execute(repeated);
            worst = ExitCode.worst(List.of(worst, code));
        }
        return worst;
    }
}
