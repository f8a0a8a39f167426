package squall.adversity.cli;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import squall.adversity.cli.RunAction.RepetitionCollector;
import squall.scenario.Scenario;
import squall.system.CommandException;
import squall.system.ExitCode;

/** Execution of one run of a scenario, whose result is added to the collector. */
interface ScenarioExecution {
    /** Exit codes after which a further run would say nothing about the database, or do harm. */
    Set<ExitCode> LAST = EnumSet.of(
            ExitCode.NOT_HEALED,
            ExitCode.INTERNAL_ERROR,
            ExitCode.USAGE,
            ExitCode.UNREACHABLE,
            ExitCode.INTERRUPTED,
            ExitCode.TERMINATED);

    ExitCode execute(Scenario scenario, RepetitionCollector collector)
            throws CommandException, IOException, InterruptedException;

    /**
     * Executes a run after others.
     *
     * @param worst exit code of those, which the command ends with if it is worse than that of this run's failure
     */
    default ExitCode executeAfter(ExitCode worst, Scenario scenario, RepetitionCollector collector)
            throws CommandException, IOException, InterruptedException {
        try {
            return execute(scenario, collector);
        } catch (CommandException | IOException e) {
            CommandException failure = e instanceof IOException io ? CommandException.of(io) : (CommandException) e;
            if (ExitCode.worst(List.of(failure.exitCode(), worst)) != worst) {
                throw e;
            }
            throw new CommandException(
                    worst, failure.getMessage() + "; an earlier run ended with " + worst.code(), failure);
        }
    }

    /**
     * Repeats a scenario, each time with the next seed, so that targets and moments differ, until a run ends so that another one would be
     * of no use. Each run has its own directory; the summary of each has the spread of this run and all before it.
     *
     * @return the worst of all
     */
    default ExitCode repeated(Scenario scenario, int repeats)
            throws CommandException, IOException, InterruptedException {
        RepetitionCollector collector = new RepetitionCollector(repeats);
        ExitCode worst = ExitCode.OK;
        ExitCode last = ExitCode.OK;
        for (int number = 0; number < repeats && !LAST.contains(last); number++) {
            long seed = scenario.rules().seed() + number;
            last = executeAfter(worst, scenario.with(scenario.rules().withSeed(seed)), collector);
            worst = ExitCode.worst(List.of(worst, last));
        }
        return worst;
    }
}
