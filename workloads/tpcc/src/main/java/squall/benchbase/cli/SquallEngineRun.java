package squall.benchbase.cli;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import squall.benchbase.cli.BenchbaseFlags.RequestedSteps;
import squall.cli.command.CommandMonitor;
import squall.cli.progress.ProgressConsole;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.sql.SqlDatabase;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.tpcc.run.TpccLoad;

/** The command on Squall's own engine: tables, data, then the works. */
final class SquallEngineRun {
    private final BenchbaseSettings settings;
    private final CommandMonitor monitor;
    private final ProgressConsole console;

    SquallEngineRun(BenchbaseSettings settings, CommandMonitor monitor, ProgressConsole console) {
        this.settings = settings;
        this.monitor = monitor;
        this.console = console;
    }

    /** @throws CommandException if the database cannot be reached, or something cannot be written */
    ExitCode execute() throws CommandException, InterruptedException {
        try {
            return steps();
        } catch (IOException e) {
            throw CommandException.of(e);
        }
    }

    private ExitCode steps() throws CommandException, IOException, InterruptedException {
        console.say("engine: Squall's own (to run your own BenchBase, set BENCHBASE_JAR or BENCHBASE_HOME)");
        settings.config().remarks().forEach(console::say);
        BenchbaseConnection address = BenchbaseConnection.of(
                settings.config(), settings.invocation().own().url(), console::say);
        SqlDatabase database = address.connect(settings.config().server());
        requireTpcc(database);
        Set<ExitCode> codes = EnumSet.of(prepare(database));
        if (settings.invocation().flags().steps().execute() && ExitCode.worst(codes) == ExitCode.OK) {
            codes.addAll(new PhaseSequence(settings, database, monitor, console).execute());
        }
        return ExitCode.worst(codes);
    }

    private static void requireTpcc(SqlDatabase database) throws CommandException {
        try {
            TpccLoad.require(database);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        }
    }

    private ExitCode prepare(SqlDatabase database) throws CommandException, IOException, InterruptedException {
        RequestedSteps steps = settings.invocation().flags().steps();
        TpccTableSetup tables = new TpccTableSetup(settings, database, console);
        if (steps.create()) {
            tables.create();
        }
        if (steps.clear()) {
            tables.clear();
        }
        if (!steps.load()) {
            return ExitCode.OK;
        }
        tables.load();
        return settings.invocation().own().verify() ? judged(tables.check()) : ExitCode.OK;
    }

    /** Says only what is not as it should be, and how many are. */
    private ExitCode judged(List<CheckResult> checks) {
        long passed = checks.stream()
                .filter(check -> check.verdict() == Verdict.PASSED)
                .count();
        console.say("conditions after the load: " + passed + " of " + checks.size() + " passed");
        checks.stream()
                .filter(check -> check.verdict() != Verdict.PASSED)
                .forEach(check -> console.tell(
                        check.verdict().name().toLowerCase(Locale.ROOT) + ": " + check.name() + ": " + check.detail()));
        ExitCode code =
                ExitCode.worst(checks.stream().map(SquallEngineRun::code).toList());
        if (code != ExitCode.OK) {
            console.tell("exit " + code.code() + ": " + code.meaning());
        }
        return code;
    }

    private static ExitCode code(CheckResult check) {
        return switch (check.verdict()) {
            case PASSED, SKIPPED -> ExitCode.OK;
            case UNDECIDED -> ExitCode.INVALID;
            case FAILED -> ExitCode.DATA;
        };
    }
}
