package squall.benchbase.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.EnumSet;
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
import squall.command.Monitor;
import squall.run.Plan;
import squall.spi.Database;
import squall.sql.SqlDatabase;
import squall.tpcc.MisfitException;
import squall.tpcc.run.Evidence;
import squall.tpcc.run.TpccLoad;
import squall.tpcc.run.TpccSettings;
import squall.tpcc.schema.Schema;

/** The works of the file, one run each, and BenchBase's files over all of them. */
final class Works {
    /** After these nothing more is to be had from the database, or wanted by the user. */
    private static final Set<ExitCode> LAST = EnumSet.of(
            ExitCode.USAGE, ExitCode.UNREACHABLE, ExitCode.INTERRUPTED, ExitCode.TERMINATED, ExitCode.INTERNAL_ERROR);

    private final EngineSettings settings;
    private final SqlDatabase database;
    private final Monitor monitor;
    private final Console console;
    private final PrintStream out;

    Works(EngineSettings settings, SqlDatabase database, Monitor monitor, Console console) {
        this.settings = settings;
        this.database = database;
        this.monitor = monitor;
        this.console = console;
        this.out = settings.invocation().surroundings().out();
    }

    /** How each of them ended. */
    Set<ExitCode> execute() throws CommandException, IOException, InterruptedException {
        if (!Schema.exists(database)) {
            throw Invocation.wrong("there are no tables of TPC-C to run on: add --create=true and --load=true");
        }
        Set<ExitCode> codes = EnumSet.noneOf(ExitCode.class);
        Database server = database.describe();
        try (Output output =
                Output.open(settings.config(), settings.files(), LocalDateTime.now(ZoneId.systemDefault()))) {
            for (Phase phase : settings.config().phases()) {
                if (codes.stream().noneMatch(LAST::contains)) {
                    codes.add(judged(phase, output));
                }
            }
            if (output.begun()) {
                output.write(database, server, Instant.now()).forEach(out::println);
                console.say("BenchBase's files: " + output.stem() + ".*");
            }
        }
        return codes;
    }

    /** A phase that cannot begin does not take the files of those before it away. */
    private ExitCode judged(Phase phase, Output output) throws IOException, InterruptedException {
        try {
            return work(phase, output);
        } catch (CommandException e) {
            console.tell("error: work " + phase.number() + ": " + e.getMessage());
            console.tell("exit " + e.exitCode().code() + ": " + e.exitCode().meaning());
            return e.exitCode();
        }
    }

    private ExitCode work(Phase phase, Output output) throws CommandException, IOException, InterruptedException {
        out.println(ConsoleLines.phaseStart(phase, settings.config().transactions()));
        if (phase.rate() instanceof Rate.Disabled) {
            Thread.sleep(phase.warmUp().plus(phase.length().orElse(Duration.ZERO)));
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
            Execution execution = new Execution(settings, load, tpcc, log, line -> console.beside(out, line));
            return new MeasuredRun(job, settings.terms(), console, monitor).execute(execution);
        }
    }

    private static void setUp(TpccLoad load) throws CommandException, InterruptedException {
        try {
            load.setUp();
        } catch (MisfitException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw CommandException.of(e);
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
                Evidence.of(
                        settings.scale(),
                        crew.terminals(phase),
                        settings.invocation().own().conditions()));
    }
}
