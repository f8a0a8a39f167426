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
import squall.benchbase.config.ConfigFile;
import squall.benchbase.config.WorkPhase;
import squall.benchbase.output.BenchbaseOutput;
import squall.benchbase.output.ConsoleLines;
import squall.benchbase.output.PhaseLog;
import squall.cli.command.CommandMonitor;
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
import squall.tpcc.TpccTableMismatchException;
import squall.tpcc.WarehouseScale;
import squall.tpcc.run.TpccLoad;
import squall.tpcc.run.TpccSettings;
import squall.tpcc.schema.TpccSchema;
import squall.tpcc.terminal.TransactionMix.SerialMix;

/** The works of the file, one run each, and BenchBase's files over all of them. */
final class PhaseSequence {
    /** After these the database is unusable, or the user wants to stop. */
    private static final Set<ExitCode> LAST = EnumSet.of(
            ExitCode.USAGE, ExitCode.UNREACHABLE, ExitCode.INTERRUPTED, ExitCode.TERMINATED, ExitCode.INTERNAL_ERROR);

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
        this.out = settings.invocation().surroundings().out();
    }

    /** How each of them ended. */
    Set<ExitCode> execute() throws CommandException, IOException, InterruptedException {
        if (!TpccSchema.exists(database)) {
            throw BenchbaseInvocation.wrong("there are no TPC-C tables: add --create=true and --load=true");
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

    /** A phase that cannot begin does not take the files of those before it away. */
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
        if (phase.rate() instanceof WorkPhase.RequestRate.Disabled) {
            Thread.sleep(phase.warmUp().plus(phase.length().orElse(Duration.ZERO)));
            return ExitCode.OK;
        }
        settings.terminalSettings().remarks(phase).forEach(console::say);
        TpccSettings tpcc = tpcc(phase);
        LoadPlan whole = PhasePlanner.of(phase, settings.terminalSettings(), tpcc, settings.stopRules());
        // Users belong to warehouses, which are divided already.
        LoadPlan plan = whole.pace() instanceof LoadPace.Users
                ? whole
                : whole.of(settings.clients().split());
        try (TpccLoad load = new TpccLoad(database, tpcc)) {
            setUp(load);
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

    private static void setUp(TpccLoad load) throws CommandException, InterruptedException {
        try {
            load.setUp();
        } catch (TpccTableMismatchException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw CommandException.of(e);
        }
    }

    private TpccSettings tpcc(WorkPhase phase) {
        TerminalSettings terminalSettings = settings.terminalSettings();
        return new TpccSettings(
                terminalSettings.homes(phase),
                terminalSettings.mix(phase),
                terminalSettings.waits(),
                settings.seed().value(),
                terminalSettings.deferredSessions() > 0,
                TpccSettings.TpccEvidence.of(
                        settings.scale(),
                        terminalSettings.terminals(phase),
                        settings.invocation().own().conditions()));
    }

    /** Turns a phase into the plan of a run. Pure. */
    private static final class PhasePlanner {
        /** More sessions than this are carried by virtual threads, which cost less each. */
        private static final int MOST_PLATFORM_THREADS = 256;

        private static final Duration GRACE = Duration.ofSeconds(10);

        private PhasePlanner() {}

        static LoadPlan of(
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
                    sessions > MOST_PLATFORM_THREADS ? LoadPlan.Threads.VIRTUAL : LoadPlan.Threads.PLATFORM,
                    stopRules);
        }

        /** Without a length it is over when each transaction has had its turns. */
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

        private static LoadPace pace(WorkPhase.RequestRate rate) {
            return switch (rate) {
                case WorkPhase.RequestRate.PerSecond(double requests, boolean poisson) ->
                    new LoadPace.Rate(requests, poisson ? LoadPace.Arrival.POISSON : LoadPace.Arrival.CONSTANT);
                case WorkPhase.RequestRate.Unlimited unlimited -> new LoadPace.Closed();
                case WorkPhase.RequestRate.Disabled disabled ->
                    throw new IllegalArgumentException("a disabled phase has no rate");
            };
        }
    }

    /** The entries of a run directory for a phase, other than its measurements. */
    private record BenchbaseRunFacts(BenchbaseSettings settings, WorkPhase phase, TpccSettings tpcc) {
        private static final String COMMAND_LINE = "command line, else the file";

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
            Map<String, Setting> effective = new LinkedHashMap<>();
            put(effective, "scalefactor", settings.scale().total());
            put(effective, "from-warehouse", settings.scale().from());
            put(effective, "warehouses", settings.scale().warehouses());
            put(effective, "seed", settings.seed().value());
            put(effective, "connection-per-transaction", sessions().connectionPerUnit());
            put(effective, "session-set-up", String.join("; ", sessions().setUp()));
            put(effective, "abort-on", settings.stopRules());
            put(effective, "error-budget", settings.terms().budget().share());
            return effective;
        }

        private static void put(Map<String, Setting> effective, String name, Object value) {
            effective.put(name, new Setting(String.valueOf(value), COMMAND_LINE));
        }

        private static String plainName(String file) {
            return String.valueOf(Path.of(file).getFileName()).replaceAll("[^\\w.\\-]", "_");
        }
    }
}
