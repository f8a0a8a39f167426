package squall.benchbase.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import squall.benchbase.config.ConfigFile;
import squall.benchbase.config.WorkPhase;
import squall.benchbase.config.WorkPhase.RequestRate;
import squall.benchbase.output.BenchbaseOutput;
import squall.benchbase.output.ConsoleLines;
import squall.benchbase.output.PhaseLog;
import squall.cli.Signals;
import squall.cli.command.CommandMonitor;
import squall.cli.command.DatabaseStep;
import squall.cli.command.MeasuredRun;
import squall.cli.command.PreparedLoad;
import squall.cli.progress.ProgressConsole;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.StopRule;
import squall.results.RunInfo;
import squall.results.RunInfo.Setting;
import squall.results.RunPart.DataShare;
import squall.spi.DatabaseInfo;
import squall.sql.SqlDatabase;
import squall.sql.driver.SessionSetup;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.tpcc.WarehouseScale;
import squall.tpcc.run.TpccLoad;
import squall.tpcc.run.TpccSettings;
import squall.tpcc.schema.TpccSchema;
import squall.tpcc.terminal.TransactionMix.SerialMix;

/** Sequence of the works of the file: one run for each, and BenchBase's files about all of them. */
final class PhaseSequence {
    /** Codes after which no further work begins: the database is unusable, or the user wants to stop. */
    private static final Set<ExitCode> LAST = EnumSet.of(
            ExitCode.USAGE, ExitCode.UNREACHABLE, ExitCode.INTERRUPTED, ExitCode.TERMINATED, ExitCode.INTERNAL_ERROR);

    private static final Duration GRACE = Duration.ofSeconds(10);

    private final BenchbaseSettings settings;
    private final SqlDatabase database;
    private final CommandMonitor monitor;
    private final ProgressConsole console;
    private final PrintStream out;

    PhaseSequence(BenchbaseSettings settings, SqlDatabase database, CommandMonitor monitor, ProgressConsole console) {
        this.settings = settings;
        this.database = database;
        this.monitor = monitor;
        this.console = console;
        this.out = settings.invocation().environment().out();
    }

    /**
     * Runs the works in the order of the file.
     *
     * @return the exit codes of all that were tried
     * @throws CommandException if the database has no tables of TPC-C
     * @throws IOException if results cannot be written
     */
    Set<ExitCode> execute() throws CommandException, IOException, InterruptedException {
        if (!TpccSchema.exists(database)) {
            throw CommandException.usage("there are no TPC-C tables: add --create=true and --load=true");
        }
        Set<ExitCode> codes = EnumSet.noneOf(ExitCode.class);
        DatabaseInfo server = database.describe();
        try (BenchbaseOutput output =
                BenchbaseOutput.open(settings.config(), settings.files(), LocalDateTime.now(ZoneId.systemDefault()))) {
            for (WorkPhase phase : settings.config().phases()) {
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

    /** Runs one work. An error that keeps it from beginning is printed, not thrown, because the files of the works before it must be written. */
    private ExitCode judged(WorkPhase phase, BenchbaseOutput output) throws IOException, InterruptedException {
        try {
            return work(phase, output);
        } catch (CommandException e) {
            console.tell("error: work " + phase.number() + ": " + e.getMessage());
            console.tell("exit " + e.exitCode().code() + ": " + e.exitCode().meaning());
            return e.exitCode();
        }
    }

    private ExitCode work(WorkPhase phase, BenchbaseOutput output)
            throws CommandException, IOException, InterruptedException {
        out.println(ConsoleLines.phaseStart(phase, settings.config().transactions()));
        if (phase.rate() instanceof RequestRate.Disabled) {
            return pause(phase.warmUp().plus(phase.length().orElse(Duration.ZERO)));
        }
        settings.terminalSettings().remarks(phase).forEach(console::say);
        TpccSettings tpcc = tpcc(phase);
        LoadPlan whole = plan(phase, settings.terminalSettings(), tpcc, settings.stopRules());
        // Users belong to warehouses, which are divided already.
        LoadPlan plan = whole.pace() instanceof LoadPace.Users
                ? whole
                : whole.of(settings.clients().split());
        try (TpccLoad load = DatabaseStep.load(() -> new TpccLoad(database, tpcc))) {
            PhaseLog log = output.log(phase, plan.sessions());
            PreparedLoad job = new PreparedLoad(
                    "execute",
                    log.watched(load),
                    plan,
                    new BenchbaseRunFacts(settings, phase, tpcc).info(load.database()),
                    settings.config().phases().size() > 1
                            ? settings.clients().step("work-" + phase.number())
                            : settings.clients());
            BenchbaseFrontEnd execution =
                    new BenchbaseFrontEnd(settings, load, tpcc, log, line -> console.printResult(out, line));
            return new MeasuredRun(job, settings.terms(), console, monitor).execute(execution);
        }
    }

    /** Waits until a signal comes, after which the files of the works before are written. */
    private static ExitCode pause(Duration length) throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        try (Signals signals = Signals.install(signal -> asked.countDown(), signal -> asked.countDown())) {
            asked.await(length.toMillis(), TimeUnit.MILLISECONDS);
            return signals.exitCode().orElse(ExitCode.OK);
        }
    }

    private TpccSettings tpcc(WorkPhase phase) {
        TerminalSettings terminalSettings = settings.terminalSettings();
        SquallFlags own = settings.invocation().own();
        TpccSettings.TpccEvidence evidence =
                TpccSettings.TpccEvidence.of(settings.scale(), terminalSettings.terminals(phase), own.conditions());
        return terminalSettings.load(
                phase, settings.seed().value(), own.judgesIsolation() ? evidence.judging(settings.scale()) : evidence);
    }

    private static LoadPlan plan(
            WorkPhase phase, TerminalSettings terminalSettings, TpccSettings load, List<StopRule> stopRules) {
        int sessions = terminalSettings.sessions(phase);
        return new LoadPlan(
                sessions,
                pace(phase, terminalSettings, load),
                turns(phase, load),
                phase.length(),
                phase.warmUp(),
                GRACE,
                load.seed(),
                LoadPlan.Threads.suiting(sessions),
                stopRules);
    }

    /** Returns after how many turns a phase without a length ends: each transaction has had its own; empty with a length. */
    private static OptionalLong turns(WorkPhase phase, TpccSettings load) {
        return phase.length().isEmpty() && load.mix() instanceof SerialMix order
                ? OptionalLong.of(order.round())
                : OptionalLong.empty();
    }

    private static LoadPace pace(WorkPhase phase, TerminalSettings terminalSettings, TpccSettings load) {
        return load.users()
                .<LoadPace>map(users ->
                        new LoadPace.Users(load.homes().terminals(), users, terminalSettings.deferredSessions()))
                .orElseGet(() -> pace(phase.rate()));
    }

    private static LoadPace pace(RequestRate rate) {
        return switch (rate) {
            case RequestRate.PerSecond(double requests, boolean poisson) ->
                new LoadPace.Rate(requests, poisson ? LoadPace.Arrival.POISSON : LoadPace.Arrival.CONSTANT);
            case RequestRate.Unlimited unlimited -> new LoadPace.Closed();
            case RequestRate.Disabled disabled -> throw new IllegalArgumentException("a disabled phase has no rate");
        };
    }

    /** Facts about a phase for its run directory, other than its measurements. */
    private record BenchbaseRunFacts(BenchbaseSettings settings, WorkPhase phase, TpccSettings tpcc) {
        RunInfo info(DatabaseInfo server) {
            ConfigFile config = settings.config();
            return new RunInfo(
                    ConfigFile.BENCH,
                    server.product(),
                    settings.terms().reproduce(),
                    settings.seed().value(),
                    facts(),
                    effective(),
                    server,
                    Map.of(plainName(config.name()), config.text()));
        }

        private Map<String, Object> facts() {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("phase", "execute");
            facts.put("engine", "squall");
            facts.put("config", settings.config().name());
            facts.put("work", phase.number());
            facts.put("warehouses", settings.scale().warehouses());
            facts.put("warehouses_total", settings.scale().total());
            facts.put(DataShare.FACT, share(settings.scale()));
            facts.put("terminals", settings.terminalSettings().terminals(phase));
            facts.put("mix", tpcc.mix().label());
            facts.put("waits", tpcc.waits().isPresent());
            facts.put("isolation_asked", settings.config().server().isolation());
            facts.put("repeatable", true);
            return facts;
        }

        private SessionSetup sessions() {
            return settings.config().server().sessions();
        }

        private static DataShare share(WarehouseScale scale) {
            return new DataShare("warehouse", scale.from(), scale.last(), scale.total());
        }

        private Map<String, Setting> effective() {
            Map<String, Object> effective = new LinkedHashMap<>();
            effective.put("scalefactor", settings.scale().total());
            effective.put("from-warehouse", settings.scale().from());
            effective.put("warehouses", settings.scale().warehouses());
            effective.put("seed", settings.seed().value());
            effective.put("connection-per-transaction", sessions().connectionPerUnit());
            effective.put("session-set-up", String.join("; ", sessions().setUp()));
            return settings.terms().settings(effective, settings.stopRules(), "command line, else the file");
        }

        private static String plainName(String file) {
            return String.valueOf(Path.of(file).getFileName()).replaceAll("[^\\w.\\-]", "_");
        }
    }
}
