package squall.ycsb.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import squall.cli.StartMessages;
import squall.cli.command.ClientSettings;
import squall.cql.CqlTable.CqlSchemaMismatchException;
import squall.cql.NodeTraffic;
import squall.cql.SharedSchema;
import squall.engine.RunResult;
import squall.engine.monitor.CompactionWait;
import squall.engine.schedule.ClientSplit;
import squall.engine.schedule.LoadPlan;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.spi.Load;
import squall.system.CommandException;
import squall.system.HumanNumbers;
import squall.system.PasswordPrompt;
import squall.ycsb.ClientProperties;
import squall.ycsb.CoreProperties;
import squall.ycsb.DatabaseBinding;
import squall.ycsb.JdbcProperties;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.binding.DbStores;
import squall.ycsb.cql.CqlTarget;
import squall.ycsb.jdbc.JdbcTarget;
import squall.ycsb.loading.CoreLoadPhase;
import squall.ycsb.loading.LoadMode;
import squall.ycsb.loading.TablePreparation;
import squall.ycsb.loading.TablePreparation.ExistingRowPolicy;
import squall.ycsb.output.YcsbReport.ReportLine;
import squall.ycsb.store.BindingTarget;
import squall.ycsb.store.KeyValueStores;
import squall.ycsb.store.Shards;
import squall.ycsb.store.YcsbSchema;
import squall.ycsb.upstream.UpstreamLoad;
import squall.ycsb.workload.CoreRun;
import squall.ycsb.workload.CoreSettings;
import squall.ycsb.workload.CoreTraffic;

/**
 * Preparation of the load or run that a command line asks for: it connects, prepares the table, finds the row at which inserts continue.
 */
final class PreparedWorks {
    /** Factory of the work on a database that is connected. */
    private interface WorkFactory {
        PreparedWork make(BindingTarget target, Shards stores)
                throws CommandException, IOException, InterruptedException;
    }

    private final YcsbConfiguration configuration;
    private final YcsbProperties properties;
    private final ClassLoader classes;
    private final StartMessages say;
    private final boolean load;
    private final ClientSettings clients;
    private final ClientSplit split;

    /**
     * @param say receives one line for each step before the run
     * @param clients which part of the run is done here
     */
    PreparedWorks(YcsbConfiguration configuration, ClassLoader classes, StartMessages say, ClientSettings clients) {
        this.configuration = configuration;
        this.properties = configuration.properties();
        this.clients = clients;
        this.split = clients.split();
        this.classes = classes;
        this.say = say;
        this.load = configuration.arguments().command() == YcsbArguments.Command.LOAD;
    }

    PreparedWork make() throws CommandException, InterruptedException {
        requireWorkload();
        try {
            if (!configuration.ownWorkload()) {
                return thirdParty();
            }
            CoreSettings settings = CoreSettings.of(properties, properties.get(SquallProperties.SEED));
            return load
                    ? load(settings)
                    : run(settings.runBy(split), IsolationSettings.of(properties, configuration.binding()));
        } catch (CqlSchemaMismatchException e) {
            throw CommandException.usage(e);
        } catch (IOException e) {
            throw CommandException.of(e);
        }
    }

    // Here and below, all properties are read, and refused if they are wrong, before a database is started or connected
    // to.

    private PreparedWork load(CoreSettings settings) throws CommandException, IOException, InterruptedException {
        LoadMode.require(properties);
        YcsbPlanner plans = new YcsbPlanner(properties, split);
        plans.refuseEmptying();
        boolean own = configuration.binding().own();
        LoadPlan plan = plans.load(settings.rows(), !own);
        CoreSettings part = settings.loadedBy(split);
        return own ? connected(part, (target, stores) -> loading(part, plan, target, stores)) : loadOtherDb(part, plan);
    }

    private PreparedWork run(CoreSettings settings, IsolationSettings judged)
            throws CommandException, IOException, InterruptedException {
        boolean own = configuration.binding().own();
        LoadPlan plan = new YcsbPlanner(properties, split).run(!own);
        if (split.shared()) {
            refuseCounter("a client that does the whole run");
        }
        CoreTraffic traffic = CoreTraffic.of(properties, settings);
        return own
                ? connected(settings, (target, stores) -> running(settings, traffic, plan, stores, judged))
                : runOtherDb(settings, traffic, plan);
    }

    /** Connects and prepares the work; closes the connections if that fails. */
    private PreparedWork connected(CoreSettings settings, WorkFactory factory)
            throws CommandException, IOException, InterruptedException {
        BindingTarget target = target();
        Shards stores = target.connect(settings.schema(), PasswordPrompt.atTerminal());
        PreparedWork work = null;
        try {
            clients.requireBarrier(stores.database()::barrier);
            work = factory.make(target, stores);
            return work;
        } catch (IllegalArgumentException e) { // a name or a setting that this database does not accept
            throw CommandException.usage(e);
        } finally {
            if (work == null) {
                stores.close();
            }
        }
    }

    private BindingTarget target() throws CommandException, InterruptedException {
        return configuration.binding().equals(DatabaseBinding.YCQL)
                ? CqlTarget.of(properties, classes, say)
                        .sharedBy(SharedSchema.of(split, clients.runName(), clients.longestWait()))
                : JdbcTarget.of(properties, classes, say);
    }

    private PreparedWork loading(CoreSettings settings, LoadPlan plan, BindingTarget target, Shards stores)
            throws CommandException, IOException, InterruptedException {
        CoreLoadPhase.Prepared phase = CoreLoadPhase.Prepared.of(properties, settings, stores, usual(target), say);
        Map<String, Object> facts = facts(true);
        facts.put("load_mode", phase.mode().toString());
        facts.put("table_ddl", stores.first().table().ddl());
        return new PreparedWork(
                phase.load(),
                plan,
                phase.load().database().product(),
                facts,
                new PreparedWork.OwnCompletion(stores, phase.check()::run, result -> List.of()));
    }

    /**
     * Returns the policy for existing rows if no option sets one: the embedded database may be emptied, but not by one client of several.
     */
    private ExistingRowPolicy usual(BindingTarget target) {
        return target.embedded() && !split.shared() ? ExistingRowPolicy.TRUNCATE : ExistingRowPolicy.REFUSE;
    }

    private PreparedWork running(
            CoreSettings settings, CoreTraffic traffic, LoadPlan plan, Shards stores, IsolationSettings judged)
            throws CommandException, IOException, InterruptedException {
        stores.requireTable(configuration.binding());
        stores.requireColumns();
        CoreRun run = CoreRun.on(stores, settings, traffic, say, judged.operations(traffic, stores));
        Duration idled = idle(run);
        PreparedWork work = run(run, plan, stores);
        if (!idled.isZero()) {
            work.facts().put("idle_s", idled.toMillis() / 1000.0);
        }
        return work;
    }

    /** Waits for the end of compactions if {@code compaction.idle} asks for it. @return how long that took */
    private Duration idle(CoreRun run) throws CommandException, IOException, InterruptedException {
        Duration quiet = properties.get(SquallProperties.IDLE);
        if (quiet.isZero()) {
            return Duration.ZERO;
        }
        say.accept("waiting until there have been no compactions for " + HumanNumbers.length(quiet));
        try {
            CompactionWait.CompactionEnd ended = new CompactionWait(() -> run.instruments(List.of()))
                    .await(quiet, properties.get(SquallProperties.IDLE_MAX));
            String waited = HumanNumbers.length(ended.waited());
            if (!ended.quiet()) {
                throw new IOException("compactions have not ended after " + waited + "; allow more with -p "
                        + SquallProperties.IDLE_MAX.name() + "=24h");
            }
            say.accept("no compactions for " + HumanNumbers.length(quiet) + "; waited " + waited);
            return ended.waited();
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(SquallProperties.IDLE.name() + ": " + e.getMessage(), e);
        }
    }

    private PreparedWork loadOtherDb(CoreSettings settings, LoadPlan plan) throws CommandException {
        DbStores stores = new DbStores(configuration.dbClass(classes), properties.asProperties(), settings.schema());
        CoreLoadPhase loading = new CoreLoadPhase(settings, stores, LoadMode.single(), false, DatabaseInfo.NONE);
        return new PreparedWork(loading, plan, configuration.binding().name(), facts(true), List::of);
    }

    private PreparedWork runOtherDb(CoreSettings settings, CoreTraffic traffic, LoadPlan plan) throws CommandException {
        refuseCounter("the bindings jdbc and ycql, which have transactions or conditional writes");
        DbStores stores = new DbStores(configuration.dbClass(classes), properties.asProperties(), settings.schema());
        return run(CoreRun.onOther(stores, settings, traffic), plan, stores);
    }

    private PreparedWork run(CoreRun run, LoadPlan plan, KeyValueStores stores) {
        Map<String, Object> facts = facts(true);
        facts.put("request_distribution", run.distribution());
        facts.put("first_insert", run.firstInsert());
        DatabaseInfo server = run.database();
        String database =
                server.equals(DatabaseInfo.NONE) ? configuration.binding().name() : server.product();
        return new PreparedWork(
                run, plan, database, facts, new PreparedWork.OwnCompletion(stores, run::check, run::notes));
    }

    private PreparedWork thirdParty() throws CommandException, IOException, InterruptedException {
        refuseStampedValues();
        boolean ownBinding = configuration.binding().own();
        if (ownBinding) {
            LoadMode.require(properties);
        }
        refuseCounter("Squall's own CoreWorkload");
        YcsbPlanner plans = new YcsbPlanner(properties, split);
        LoadPlan plan = load ? plans.load(plans.rowsOfThirdParty(), true) : plans.run(true);
        YcsbProperties own = plans.partOfThirdParty(load);
        TablePreparation.Rows rows = load && ownBinding ? plans.rowsInQuestion() : TablePreparation.Rows.ALL;
        Map<String, Object> facts = facts(false);
        UpstreamLoad upstream = new UpstreamLoad(own, classes, load);
        boolean ready = false;
        try {
            clients.requireBarrier(upstream::barrier);
            if (ownBinding) {
                facts.put("table_ddl", tableOfThirdParty(rows));
            }
            ready = true;
        } finally {
            if (!ready) {
                upstream.close();
            }
        }
        return new PreparedWork(
                upstream, plan, configuration.binding().name(), facts, new PreparedWork.UpstreamCompletion(upstream));
    }

    private void refuseStampedValues() throws CommandException {
        if (!properties.get(SquallProperties.JUDGE).isEmpty()) {
            throw CommandException.usage(
                    properties.origin(SquallProperties.JUDGE) + ": --judge isolation needs Squall's own CoreWorkload,"
                            + " which knows what its values stand for");
        }
        if (properties.get(SquallProperties.VALUES).equals("stamped")) {
            throw CommandException.usage(
                    properties.origin(SquallProperties.VALUES) + ": squall.values=stamped needs Squall's own "
                            + "CoreWorkload; other workloads generate their own values");
        }
    }

    /** Prepares the table by the rules of Squall's own workload. @return its DDL */
    private String tableOfThirdParty(TablePreparation.Rows rows)
            throws CommandException, IOException, InterruptedException {
        BindingTarget target = target();
        try (Shards stores = target.connect(YcsbSchema.of(properties))) {
            if (load) {
                ExistingRowPolicy existing = ExistingRowPolicy.of(properties, usual(target));
                if (new TablePreparation(stores, rows, existing, say).prepare()) {
                    throw CommandException.usage("--existing=append loads only the missing rows, but "
                            + properties.get(ClientProperties.WORKLOAD)
                            + " inserts all of its rows and some of them are stored already; use --existing=truncate or"
                            + " --existing=drop, or load other rows with insertstart and insertcount");
                }
            } else {
                stores.requireTable(configuration.binding());
            }
            return stores.first().table().ddl();
        }
    }

    private void refuseCounter(String needed) throws CommandException {
        if (properties.get(SquallProperties.COUNTER)) {
            throw CommandException.usage(
                    properties.origin(SquallProperties.COUNTER) + ": squall.counter=true needs " + needed);
        }
    }

    private void requireWorkload() throws CommandException {
        if (properties.get(ClientProperties.WORKLOAD).isEmpty()) {
            throw CommandException.usage("no workload is given; use a file that has one, for example -P workloada");
        }
    }

    /** Returns the entries of every manifest; the caller may add more. */
    private Map<String, Object> facts(boolean own) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("phase", load ? "load" : "run");
        facts.put("workload_class", properties.get(ClientProperties.WORKLOAD));
        facts.put("implementation", own ? "squall" : "upstream");
        facts.put("repeatable", own);
        facts.put("isolation_asked", properties.get(JdbcProperties.ISOLATION));
        facts.put("table", properties.get(CoreProperties.TABLE));
        return facts;
    }

    /**
     * Load that is ready to run.
     *
     * @param database short name, for the run directory
     * @param facts entries for the manifest in addition to the settings
     * @param after what follows the run
     */
    record PreparedWork(Load load, LoadPlan plan, String database, Map<String, Object> facts, RunCompletion after)
            implements AutoCloseable {
        /** Completion of a run: its checks and what they add to the report. */
        interface RunCompletion {
            /** Checks the data. */
            List<CheckResult> checks() throws InterruptedException;

            /** Lines of the report that were not measured by the engine; complete after {@link #checks}. */
            default List<ReportLine> lines() {
                return List.of();
            }

            /** Remarks for the user on how the run went, one line each. */
            default List<String> notes(RunResult result) {
                return List.of();
            }
        }

        @Override
        public void close() {
            load.close();
        }

        /** Completion of a run of another workload, which checks and measures by itself. */
        record UpstreamCompletion(UpstreamLoad upstream) implements RunCompletion {
            @Override
            public List<CheckResult> checks() {
                return upstream.check();
            }

            @Override
            public List<ReportLine> lines() {
                return upstream.measured();
            }
        }

        /** Completion of a run of Squall's own workload: its checks, and what each node answered during the run. */
        static final class OwnCompletion implements RunCompletion {
            /** Check of the data. */
            interface Checks {
                List<CheckResult> run() throws InterruptedException;
            }

            private final KeyValueStores stores;
            private final Checks checks;
            private final Function<RunResult, List<String>> notes;
            private final List<NodeTraffic.Share> before;
            private List<ReportLine> lines = List.of();

            /** Reads the nodes' counters, and is therefore called right before the run. */
            OwnCompletion(KeyValueStores stores, Checks checks, Function<RunResult, List<String>> notes) {
                this.stores = stores;
                this.checks = checks;
                this.notes = notes;
                this.before = traffic();
            }

            @Override
            public List<CheckResult> checks() throws InterruptedException {
                lines = traffic().stream()
                        .map(this::during)
                        .flatMap(share -> lines(share).stream())
                        .toList();
                return checks.run();
            }

            /** Requests by the node that answered them, and errors that the driver hid because another node answered. */
            @Override
            public List<ReportLine> lines() {
                return lines;
            }

            @Override
            public List<String> notes(RunResult result) {
                return notes.apply(result);
            }

            private List<NodeTraffic.Share> traffic() {
                return stores instanceof Shards shards ? shards.traffic() : List.of();
            }

            private NodeTraffic.Share during(NodeTraffic.Share now) {
                return before.stream()
                        .filter(share -> share.node().equals(now.node()))
                        .findFirst()
                        .map(now::since)
                        .orElse(now);
            }

            private static List<ReportLine> lines(NodeTraffic.Share share) {
                String group = "NODE-" + share.node();
                List<ReportLine> lines = new ArrayList<>();
                lines.add(new ReportLine(group, "Answered", share.answered()));
                share.hidden().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .forEach(error ->
                                lines.add(new ReportLine(group, "Hidden." + error.getKey(), error.getValue())));
                return lines;
            }
        }
    }
}
