package squall.ycsb.upstream;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.spi.CheckResult;
import squall.spi.Database;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Session;
import squall.ycsb.ClientProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.output.Line;

/**
 * A workload and a database of third parties, run as they are: one workload for all, one database for each session, one
 * {@code doInsert} or {@code doTransaction} a turn.
 *
 * <p>Sessions need platform threads, as these classes were written for them; and no run can be repeated, as their random numbers take
 * no seed. One at a time in a process, as upstream's {@code Measurements} are.
 */
public final class UpstreamLoad implements Load {
    private static final Logger LOG = LoggerFactory.getLogger(UpstreamLoad.class);

    private final Properties properties;
    private final boolean load;
    private final int threads;
    private final ThirdPartyClass<DB> databases;
    private final Failures failures = new Failures();
    private final RowsVerified verified = new RowsVerified();
    private final WorkloadMeasurements measurements;
    private final Workload workload;

    /**
     * Makes the workload and lets it read its properties; no database is touched.
     *
     * @param classes where {@code workload} and {@code db} are looked for
     * @param load whether rows are loaded, else transactions run
     * @throws CommandException if a class cannot be used or the workload refuses its properties
     */
    public UpstreamLoad(YcsbProperties properties, ClassLoader classes, boolean load) throws CommandException {
        this.properties = forUpstream(properties, load);
        this.load = load;
        this.threads = properties.get(ClientProperties.THREAD_COUNT);
        this.databases = ThirdPartyClass.database(properties.get(ClientProperties.DB), classes);
        this.measurements = WorkloadMeasurements.install(this.properties, failures, verified);
        this.workload = ThirdPartyClass.workload(properties.get(ClientProperties.WORKLOAD), classes)
                .make();
        CoreWorkloadRules.check(workload, properties);
        init();
    }

    /** What the workload measured under names of its own: for the end of the report, once the run has ended. */
    public List<Line> measured() {
        return measurements.others();
    }

    @Override
    public List<Operation> operations() {
        return Operations.ALL;
    }

    /** Does nothing: under this interface tables are the user's, and a database connects when it is opened. */
    @Override
    public void setUp() {}

    @Override
    public Database database() {
        return new Database(databases.name(), "", List.of(), Map.of());
    }

    @Override
    public Session open(int session) throws IOException {
        DB db = connect();
        try {
            Object state = workload.initThread(properties, session, threads);
            return new UpstreamSession(
                    new WorkloadThread(workload, state, load), db, this::reader, failures, measurements);
        } catch (WorkloadException | RuntimeException | LinkageError e) { // third-party code
            cleanUp(db);
            throw new IOException(threw(workload, "initThread", e), e);
        }
    }

    @Override
    public List<CheckResult> check() {
        return verified.result();
    }

    @Override
    public void close() {
        try {
            workload.cleanup();
        } catch (WorkloadException
                | RuntimeException
                | LinkageError e) { // third-party code; the run has its result already
            LOG.warn("{}", threw(workload, "cleanup", e));
        }
    }

    /** Ends a database whose end nobody measures. */
    static void cleanUp(DB db) {
        try {
            db.cleanup();
        } catch (DBException | RuntimeException | LinkageError e) { // third-party code; nothing depends on it any more
            LOG.warn("{}", threw(db, "cleanup", e));
        }
    }

    private static String threw(Object thirdParty, String method, Throwable thrown) {
        return thirdParty.getClass().getName() + "." + method + " threw " + thrown;
    }

    private @Nullable DB reader() {
        try {
            return connect();
        } catch (IOException e) {
            LOG.warn("{}", String.valueOf(e.getMessage()));
            return null;
        }
    }

    private DB connect() throws IOException {
        try {
            DB db = databases.make();
            db.setProperties(properties);
            db.init();
            return db;
        } catch (CommandException e) {
            throw new IOException(e.getMessage(), e);
        } catch (DBException | RuntimeException | LinkageError e) { // third-party code
            throw new IOException(databases.name() + ".init threw " + e, e);
        }
    }

    private void init() throws CommandException {
        try {
            workload.init(properties);
        } catch (WorkloadException | RuntimeException | LinkageError e) { // third-party code
            throw new CommandException(
                    ExitCode.USAGE,
                    threw(workload, "init", e) + ". It read its own properties; check those it names, and that its "
                            + "numbers fit in 32 bits.",
                    e);
        }
    }

    /** What upstream's client sets too, and the default that its zipfian key chooser forgets. */
    private static Properties forUpstream(YcsbProperties properties, boolean load) {
        Properties upstream = properties.asProperties();
        upstream.setProperty(ClientProperties.DO_TRANSACTIONS.name(), String.valueOf(!load));
        upstream.putIfAbsent(ClientProperties.OPERATION_COUNT.name(), "0");
        return upstream;
    }
}
