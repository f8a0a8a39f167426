package squall.apps.cli;

import java.util.List;
import squall.apps.Catalogue;
import squall.apps.paper.Apps;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.Surroundings;

/** This command, run by another within the same process. */
record InProcess(Surroundings surroundings) implements Apps {
    @Override
    public boolean has(String workload) {
        return Catalogue.load().find(workload).isPresent();
    }

    @Override
    public void check(List<String> words) throws CommandException {
        SampleAppsCommand.check(words, surroundings);
    }

    /** An interrupt that ended the command is taken note of by its code, and gone. */
    @Override
    public ExitCode run(List<String> words) {
        int code = SampleAppsCommand.execute(words, surroundings);
        Thread.interrupted();
        return ExitCode.of(code);
    }
}
