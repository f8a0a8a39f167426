package squall.adversity.cli;

import java.io.IOException;
import java.util.List;
import squall.adversity.cli.RunAction.RepetitionCollector;
import squall.scenario.Scenario;
import squall.system.CommandException;
import squall.system.ExitCode;

/**
 * Action that repeats a scenario, each time with the next seed, so that targets and moments differ.
 *
 * <p>Each run has its own directory; the summary of each has the spread of this run and all before it.
 *
 * @param run performs one run
 */
record RepeatAction(Scenario scenario, int repeats, ScenarioExecution run) {
    /** Repeats it until a run ends so that another one would be of no use. @return the worst of all */
    ExitCode execute() throws CommandException, IOException, InterruptedException {
        RepetitionCollector repeated = new RepetitionCollector(repeats);
        ExitCode worst = ExitCode.OK;
        ExitCode last = ExitCode.OK;
        for (int number = 0; number < repeats && !ScenarioExecution.LAST.contains(last); number++) {
            Scenario seeded =
                    scenario.with(scenario.rules().withSeed(scenario.rules().seed() + number));
            last = run.executeAfter(worst, seeded, repeated);
            worst = ExitCode.worst(List.of(worst, last));
        }
        return worst;
    }
}
