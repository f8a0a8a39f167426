package squall.sysbench.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import squall.cli.CommandEnvironment;
import squall.cli.StopRules;
import squall.cli.command.ClientSettings;
import squall.cli.command.RunTags;
import squall.cli.command.RunTerms;
import squall.cli.progress.ProgressConsole;
import squall.cli.progress.ProgressMode;
import squall.engine.schedule.StopRule;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.TerminalStreams;
import squall.verdict.ErrorBudget;

/** The options of a run that are Squall's own: where results go, when to give up, how it is judged and shown. */
public final class ResultFlags {

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "Where run directories go; else SQUALL_RESULTS, else ./results.")
    private Optional<String> results = Optional.empty();

    @Mixin
    private RunTags tags = new RunTags();

    @Option(names = "--no-verify", description = "Leave out the checks of the data.")
    private boolean noVerify;

    @Option(
            names = "--error-budget",
            paramLabel = "SHARE",
            description = "How many operations may fail after retries: 0, 0.001 or 0.1%% (default: 0).")
    private String errorBudget = "0";

    @Option(
            names = "--abort-on",
            paramLabel = "RULES",
            description = "End early: no-success:30s,error-share:0.5,errors:1000.")
    private Optional<String> abortOn = Optional.empty();

    @Option(names = "--progress", paramLabel = "FORM", description = "auto, tty, plain, json or none.")
    private ProgressMode progress = ProgressMode.AUTO;

    @Mixin
    private ClientSettings.ClientFlags clients = new ClientSettings.ClientFlags();

    /** @throws CommandException if the options of several clients are wrong */
    public ClientSettings clients(CommandEnvironment surroundings) throws CommandException {
        return clients.settings(surroundings.environment());
    }

    public boolean verify() {
        return !noVerify;
    }

    public ProgressConsole console(CommandEnvironment surroundings) {
        return new ProgressConsole(
                surroundings.err(),
                TerminalStreams.of(System.getProperties(), surroundings.environment(), TerminalStreams.Color.AUTO)
                        .err(),
                progress);
    }

    public List<StopRule> stopRules() throws CommandException {
        if (abortOn.isEmpty()) {
            return List.of();
        }
        return StopRules.parse(abortOn.get())
                .orElseThrow(() -> CommandException.usage(
                        "--abort-on must be " + StopRules.WANTED + ", not '" + abortOn.get() + "'"));
    }

    /** @param command its name and words @param seedOption what makes the same seed again; empty where it was given */
    public RunTerms terms(CommandEnvironment surroundings, List<String> command, Optional<String> seedOption)
            throws CommandException {
        String folder = surroundings.results(results);
        Path place = surroundings.folder().resolve(folder).toAbsolutePath().normalize();
        List<String> again = new ArrayList<>(command);
        seedOption.ifPresent(again::add);
        return new RunTerms(place, budget(), tags.of(surroundings), again);
    }

    private ErrorBudget budget() throws CommandException {
        try {
            return ErrorBudget.parse(errorBudget);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "--error-budget: " + e.getMessage(), e);
        }
    }
}
