package squall.benchbase.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import squall.benchbase.config.Phase;
import squall.benchbase.config.Rate;
import squall.benchbase.output.ConsoleLines;
import squall.benchbase.output.Output;
import squall.benchbase.output.PhaseLog;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.progress.Console;
import squall.command.Job;
import squall.command.MeasuredRun;
import squall.run.Plan;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.Database;
import squall.sql.SqlDatabase;
import squall.tpcc.Evidence;
import squall.tpcc.TpccLoad;
import squall.tpcc.TpccSettings;
import squall.tpcc.schema.Schema;

/** The command on Squall's own engine: tables, data, then one run for each phase. */
final class EngineRun {
    /** After these nothing more is to be had from the database, or wanted by the user. */
    private static final Set<ExitCode> LAST =
            EnumSet.of(ExitCode.UNREACHABLE, ExitCode.INTERRUPTED, ExitCode.TERMINATED, ExitCode.INTERNAL_ERROR);

    private final EngineSettings settings;
    private final Console console;
    private final PrintStream out;

    EngineRun(EngineSettings settings, Console console) {
        this.settings = settings;
        this.console = console;
        this.out = settings.invocation().surroundings().out();
    }

    /** @throws CommandException if the database cannot be reached, or something cannot be written */
    ExitCode execute() throws CommandException, InterruptedException {
        try {
            return steps();
        } catch (IOException e) {
            throw new CommandException(ExitCode.UNREACHABLE, String.valueOf(e.getMessage()), e);
        }
    }

    private ExitCode steps() throws CommandException, IOException, InterruptedException {
        console.say("engine: Squall's own (a BenchBase of yours runs where BENCHBASE_JAR or BENCHBASE_HOME names it)");
        settings.config().remarks().forEach(console::say);
        Address address =
                Address.of(settings.config(), settings.invocation().own().url(), console::say);
        SqlDatabase database = address.connect(settings.config().server());
        Set<ExitCode> codes = EnumSet.of(prepare(database));
        if (settings.invocation().flags().steps().execute() && ExitCode.worst(codes) == ExitCode.OK) {
            codes.addAll(works(database));
        }
        return ExitCode.worst(codes);
    }

    private ExitCode prepare(SqlDatabase database) throws CommandException, IOException, InterruptedException {
        Steps steps = settings.invocation().flags().steps();
        Tables tables = new Tables(settings, database, console);
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
                .forEach(check -> console.say(
                        check.verdict().name().toLowerCase(Locale.ROOT) + ": " + check.name() + ": " + check.detail()));
        ExitCode code = ExitCode.worst(checks.stream().map(EngineRun::code).toList());
        if (code != ExitCode.OK) {
            console.say("exit " + code.code() + ": " + code.meaning());
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

    private Set<ExitCode> works(SqlDatabase database) throws CommandException, IOException, InterruptedException {
        if (!Schema.exists(database)) {
            throw Invocation.wrong("there are no tables of TPC-C to run on: add --create=true and --load=true");
        }
        Set<ExitCode> codes = EnumSet.noneOf(ExitCode.class);
        Database server = database.describe();
        try (Output output = Output.open(settings.config(), settings.files(), LocalDateTime.now())) {
            for (Phase phase : settings.config().phases()) {
                if (codes.stream().noneMatch(LAST::contains)) {
                    codes.add(work(phase, database, output));
                }
            }
            output.write(database, server, Instant.now()).forEach(out::println);
        }
        return codes;
    }

    private ExitCode work(Phase phase, SqlDatabase database, Output output)
            throws CommandException, IOException, InterruptedException {
        out.println(ConsoleLines.phaseStart(phase, settings.config().transactions()));
        if (phase.rate() instanceof Rate.Disabled) {
            Thread.sleep(phase.warmUp().plus(phase.length()));
            return ExitCode.OK;
        }
        settings.crew().remarks(phase).forEach(console::say);
        TpccSettings tpcc = tpcc(phase);
        Plan plan = Plans.of(phase, settings.crew(), tpcc, settings.stopRules());
        try (TpccLoad load = new TpccLoad(database, tpcc)) {
            setUp(load);
            PhaseLog log = output.log(phase, plan.sessions());
            Job job =
                    new Job("execute", log.watched(load), plan, new Facts(settings, phase, tpcc).info(load.database()));
            return new MeasuredRun(job, settings.terms(), console).execute(new Execution(settings, load, tpcc, log));
        }
    }

    /** A failure without a cause is not one of reaching the database, but of what was found there. */
    private static void setUp(TpccLoad load) throws CommandException, InterruptedException {
        try {
            load.setUp();
        } catch (IOException e) {
            throw new CommandException(
                    e.getCause() == null ? ExitCode.USAGE : ExitCode.UNREACHABLE, String.valueOf(e.getMessage()), e);
        }
    }

    private TpccSettings tpcc(Phase phase) {
        Crew crew = settings.crew();
        return new TpccSettings(
                crew.homes(phase),
                crew.mix(phase),
                crew.waits(),
                settings.seed().value(),
                crew.deferredSessions() > 0,
                Evidence.of(settings.scale()));
    }
}
