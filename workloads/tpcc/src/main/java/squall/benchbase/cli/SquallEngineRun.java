package squall.benchbase.cli;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import squall.benchbase.cli.BenchbaseFlags.RequestedSteps;
import squall.check.DataCheck;
import squall.cli.StartMessages;
import squall.cli.StartMessages.RepeatedMessages;
import squall.cli.command.CommandMonitor;
import squall.cli.command.DatabaseStep;
import squall.cli.command.RunSeed;
import squall.cli.progress.ProgressConsole;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.sql.SqlDatabase;
import squall.sql.metrics.MonitoredSqlDatabase;
import squall.system.CommandException;
import squall.system.CommandStep;
import squall.system.ExitCode;
import squall.tpcc.loading.LoadSeed;
import squall.tpcc.schema.TpccSchema;

/** Run of a command on Squall's own engine: tables, data, then the works. */
record SquallEngineRun(BenchbaseSettings settings, CommandMonitor monitor, ProgressConsole console) {
    /**
     * Executes the steps that the command line asks for. If a check of the loaded data does not pass, no work begins.
     *
     * @return the worst exit code of all steps
     * @throws CommandException if the database cannot be reached
     */
    ExitCode execute() throws CommandException, IOException, InterruptedException {
        try (RepeatedMessages start = new RepeatedMessages(console::say)) {
            return steps(start);
        }
    }

    private ExitCode steps(StartMessages start) throws CommandException, IOException, InterruptedException {
        console.say("engine: Squall's own (to run your own BenchBase, set BENCHBASE_JAR or BENCHBASE_HOME)");
        settings.config().remarks().forEach(console::say);
        SqlDatabase database = BenchbaseConnection.of(
                        settings.config(), settings.invocation().own(), start)
                .connect();
        if (settings.invocation().flags().steps().execute()) {
            settings.clients().requireBarrier(new MonitoredSqlDatabase(database)::barrier);
        }
        if (!settings.invocation().flags().steps().create()) {
            CommandStep.of(() -> {
                TpccSchema.requireColumns(database);
                return database;
            });
        }
        Set<ExitCode> codes = EnumSet.of(DatabaseStep.changing(console::tell, () -> prepare(database)));
        if (settings.invocation().flags().steps().execute() && ExitCode.worst(codes) == ExitCode.OK) {
            codes.addAll(new PhaseSequence(settings, database, monitor, console).execute());
        }
        return ExitCode.worst(codes);
    }

    private ExitCode prepare(SqlDatabase database) throws CommandException, IOException, InterruptedException {
        RequestedSteps steps = settings.invocation().flags().steps();
        TpccTableSetup tables = new TpccTableSetup(settings.config(), settings.scale(), database);
        if (steps.create()) {
            tables.create(console);
        }
        if (steps.clear()) {
            tables.clear(console);
        }
        if (!steps.load()) {
            return ExitCode.OK;
        }
        RunSeed seed = settings.seed();
        tables.load(new LoadSeed(seed.value(), !seed.drawn()), console);
        return settings.invocation().options().verify()
                ? judged(tables.check(settings.invocation().own().conditions(), console))
                : ExitCode.OK;
    }

    /** Prints how many checks passed, and each one that did not; returns the exit code. */
    private ExitCode judged(List<CheckResult> checks) {
        long passed = checks.stream()
                .filter(check -> check.verdict() == Verdict.PASSED)
                .count();
        console.say("conditions after the load: " + passed + " of " + checks.size() + " passed");
        DataCheck.together(checks).stream()
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
