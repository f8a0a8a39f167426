package squall.ycsb.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import site.ycsb.DB;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cql.MisfitException;
import squall.run.Plan;
import squall.spi.CheckResult;
import squall.spi.Database;
import squall.spi.Nearest;
import squall.ycsb.Binding;
import squall.ycsb.ClientProperties;
import squall.ycsb.CoreProperties;
import squall.ycsb.JdbcProperties;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.binding.DbStores;
import squall.ycsb.cql.CqlTarget;
import squall.ycsb.jdbc.JdbcTarget;
import squall.ycsb.loading.Existing;
import squall.ycsb.loading.LoadCheck;
import squall.ycsb.loading.LoadMode;
import squall.ycsb.loading.Loading;
import squall.ycsb.offer.CoreLoads;
import squall.ycsb.output.Line;
import squall.ycsb.store.BindingTarget;
import squall.ycsb.store.Schema;
import squall.ycsb.store.Shards;
import squall.ycsb.store.Stores;
import squall.ycsb.upstream.UpstreamLoad;
import squall.ycsb.workload.CoreRun;
import squall.ycsb.workload.CoreSettings;
import squall.ycsb.workload.CoreTraffic;

/** Makes the work that a command line asks for: connects, prepares the table, finds out where to go on. */
final class Works {
    /** What is made of a connected database. */
    private interface Making {
        Work on(BindingTarget target, Shards stores) throws CommandException, IOException, InterruptedException;
    }

    private final Configuration configuration;
    private final YcsbProperties properties;
    private final ClassLoader classes;
    private final Consumer<String> say;
    private final boolean load;

    /** @param say hears what is done before the run, one line each */
    Works(Configuration configuration, ClassLoader classes, Consumer<String> say) {
        this.configuration = configuration;
        this.properties = configuration.properties();
        this.classes = classes;
        this.say = say;
        this.load = configuration.arguments().command() == Arguments.Command.LOAD;
    }

    Work make() throws CommandException, InterruptedException {
        requireWorkload();
        if (!configuration.ownWorkload()) {
            return thirdParty();
        }
        CoreSettings settings = CoreSettings.of(properties, properties.get(SquallProperties.SEED));
        try {
            return load ? load(settings) : run(settings);
        } catch (MisfitException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw new CommandException(ExitCode.UNREACHABLE, String.valueOf(e.getMessage()), e);
        }
    }

    // Here and below, whatever properties can be wrong about is read before anything is started or connected to.

    private Work load(CoreSettings settings) throws CommandException, IOException, InterruptedException {
        LoadMode.require(properties);
        boolean own = configuration.binding().own();
        Plan plan = new Plans(properties).load(settings.rows(), !own);
        return own
                ? connected(settings, (target, stores) -> loading(settings, plan, target, stores))
                : loadOtherDb(settings, plan);
    }

    private Work run(CoreSettings settings) throws CommandException, IOException, InterruptedException {
        boolean own = configuration.binding().own();
        Plan plan = new Plans(properties).run(!own);
        CoreTraffic traffic = CoreTraffic.of(properties, settings);
        return own
                ? connected(settings, (target, stores) -> running(settings, traffic, plan, stores))
                : runOtherDb(settings, traffic, plan);
    }

    /** Makes work of a connected database, or gives it up. */
    private Work connected(CoreSettings settings, Making making)
            throws CommandException, IOException, InterruptedException {
        BindingTarget target = configuration.binding().equals(Binding.YCQL)
                ? CqlTarget.of(properties, classes, say)
                : JdbcTarget.of(properties, classes, say);
        Shards stores = target.connect(settings.schema());
        Work work = null;
        try {
            work = making.on(target, stores);
            return work;
        } finally {
            if (work == null) {
                stores.close();
            }
        }
    }

    private Work loading(CoreSettings settings, Plan plan, BindingTarget target, Shards stores)
            throws CommandException, IOException, InterruptedException {
        CoreLoads.Filling filling =
                loads(settings, stores).filling(target.embedded() ? Existing.TRUNCATE : Existing.REFUSE);
        Map<String, Object> facts = facts(true);
        facts.put("load_mode", filling.mode().toString());
        facts.put("table_ddl", stores.first().table().ddl());
        return new Work(
                filling.load(),
                plan,
                filling.load().database().product(),
                facts,
                new OwnAfter(stores, () -> checks(filling.check())));
    }

    private List<CheckResult> checks(LoadCheck check) throws InterruptedException {
        return properties.get(SquallProperties.NO_VERIFY) ? List.of() : check.run();
    }

    private Work running(CoreSettings settings, CoreTraffic traffic, Plan plan, Shards stores)
            throws CommandException, IOException, InterruptedException {
        CoreLoads.Running running = loads(settings, stores).running(traffic, configuration.binding());
        return run(running.load(), running.firstInsert(), plan, stores);
    }

    private CoreLoads loads(CoreSettings settings, Shards stores) {
        return new CoreLoads(properties, settings, stores, say);
    }

    private Work loadOtherDb(CoreSettings settings, Plan plan) throws CommandException {
        DbStores stores = new DbStores(dbClass(), properties.asProperties(), settings.schema());
        Loading loading = new Loading(settings, stores, LoadMode.single(), false, Database.NONE);
        return new Work(loading, plan, configuration.binding().name(), facts(true), List::of);
    }

    private Work runOtherDb(CoreSettings settings, CoreTraffic traffic, Plan plan) throws CommandException {
        refuseCounter("the bindings jdbc and ycql, which have transactions or conditional writes");
        DbStores stores = new DbStores(dbClass(), properties.asProperties(), settings.schema());
        long firstInsert = CoreLoads.firstInsert(properties, settings);
        return run(new CoreRun(settings, traffic, stores, Database.NONE, firstInsert), firstInsert, plan, stores);
    }

    private Work run(CoreRun run, long firstInsert, Plan plan, Stores stores) {
        Map<String, Object> facts = facts(true);
        facts.put("request_distribution", run.distribution());
        facts.put("first_insert", firstInsert);
        Database server = run.database();
        String database = server.equals(Database.NONE) ? configuration.binding().name() : server.product();
        return new Work(run, plan, database, facts, new OwnAfter(stores, run::check));
    }

    private Work thirdParty() throws CommandException {
        if (properties.get(SquallProperties.VALUES).equals("stamped")) {
            throw new CommandException(
                    ExitCode.USAGE,
                    properties.origin(SquallProperties.VALUES) + ": squall.values=stamped is for Squall's own "
                            + "CoreWorkload, other workloads make their values themselves");
        }
        if (configuration.binding().own()) {
            LoadMode.require(properties);
        }
        refuseCounter("Squall's own CoreWorkload");
        Plans plans = new Plans(properties);
        Plan plan = load ? plans.load(rowsOfThirdParty(), true) : plans.run(true);
        UpstreamLoad upstream = new UpstreamLoad(properties, classes, load);
        return new Work(upstream, plan, configuration.binding().name(), facts(false), new Work.After() {
            @Override
            public List<CheckResult> checks() {
                return upstream.check();
            }

            @Override
            public List<Line> lines() {
                return upstream.measured();
            }
        });
    }

    private void refuseCounter(String whatHasIt) throws CommandException {
        if (properties.get(SquallProperties.COUNTER)) {
            throw new CommandException(
                    ExitCode.USAGE,
                    properties.origin(SquallProperties.COUNTER) + ": squall.counter=true is for " + whatHasIt);
        }
    }

    private long rowsOfThirdParty() throws CommandException {
        long recordCount = properties.get(ClientProperties.RECORD_COUNT);
        long rows = properties
                .given(ClientProperties.INSERT_COUNT)
                .orElse(recordCount - properties.get(CoreProperties.INSERT_START));
        if (rows < 1) {
            throw new CommandException(ExitCode.USAGE, "recordcount=" + recordCount + ": there is nothing to load");
        }
        return rows;
    }

    private void requireWorkload() throws CommandException {
        if (properties.get(ClientProperties.WORKLOAD).isEmpty()) {
            throw new CommandException(
                    ExitCode.USAGE, "no workload is given; name a file that has one, for example -P workloada");
        }
    }

    /** What every manifest tells; the map may be added to. */
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

    private Class<? extends DB> dbClass() throws CommandException {
        String name = properties.get(ClientProperties.DB);
        try {
            return Class.forName(name, true, classes).asSubclass(DB.class);
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "db=" + name + " (" + properties.origin(ClientProperties.DB)
                            + ") cannot be used: there is no such class on the class path"
                            + Nearest.hint(name, new ArrayList<>(Arguments.bindings())) + "; add its jar with -cp",
                    e);
        } catch (ClassCastException e) {
            throw new CommandException(ExitCode.USAGE, "db: " + name + " is no " + DB.class.getName(), e);
        }
    }

    /** The database as YCSB's own interface, for the shell. */
    DB shellDb() throws CommandException {
        try {
            DB db = dbClass().getDeclaredConstructor().newInstance();
            db.setProperties(properties.asProperties());
            return db;
        } catch (ReflectiveOperationException e) {
            throw new CommandException(
                    ExitCode.USAGE, "db: " + properties.get(ClientProperties.DB) + " cannot be made: " + e, e);
        }
    }

    String table() {
        return Schema.of(properties).table();
    }
}
