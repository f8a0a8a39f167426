package squall.ycsb.upstream;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.spi.Load;
import squall.spi.NearestName;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;
import squall.system.CommandException;
import squall.ycsb.ClientProperties;
import squall.ycsb.CoreProperties;
import squall.ycsb.DatabaseBinding;
import squall.ycsb.YcsbProperties;
import squall.ycsb.binding.DbAccess;
import squall.ycsb.binding.OpenBatch;
import squall.ycsb.output.YcsbReport.ReportLine;
import squall.ycsb.upstream.WorkloadMeasurements.ThirdPartyFailures;

/**
 * Load of a workload and a database of third parties, run as they are: one workload for all, one database for each session, one {@code
 * doInsert} or {@code doTransaction} a turn.
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
    private final ThirdPartyFailures failures = new ThirdPartyFailures();
    private final WorkloadMeasurements.RowsVerified verified = new WorkloadMeasurements.RowsVerified();
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
        requireRules(workload, properties);
        init();
    }

    /** Returns what the workload measured under names of its own: for the end of the report, once the run has ended. */
    public List<ReportLine> measured() {
        return measurements.others();
    }

    @Override
    public List<Operation> operations() {
        return UpstreamOperations.ALL;
    }

    /** Does nothing: under this interface tables are the user's, and a database connects when it is opened. */
    @Override
    public void setUp() {}

    @Override
    public DatabaseInfo database() {
        return new DatabaseInfo(databases.name(), "", List.of(), Map.of());
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

    /** Cleans up a database outside of the measurements. */
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
            throw CommandException.usage(
                    threw(workload, "init", e) + ". It reads its own properties; check those it mentions, and that its "
                            + "numbers fit in 32 bits.",
                    e);
        }
    }

    /** Adds the properties that upstream's client sets too, and the default that its zipfian key chooser forgets. */
    private static Properties forUpstream(YcsbProperties properties, boolean load) {
        Properties upstream = properties.asProperties();
        upstream.setProperty(ClientProperties.DO_TRANSACTIONS.name(), String.valueOf(!load));
        upstream.putIfAbsent(ClientProperties.OPERATION_COUNT.name(), "0");
        return upstream;
    }

    /** Refuses settings to which upstream's CoreWorkload reacts by ending the whole process. */
    private static void requireRules(Workload workload, YcsbProperties properties) throws CommandException {
        if (workload instanceof CoreWorkload) {
            requireRoom(properties);
            requireComparableValues(properties);
        }
    }

    private static void requireRoom(YcsbProperties properties) throws CommandException {
        long records = properties.get(ClientProperties.RECORD_COUNT);
        Optional<Long> inserts = properties.given(ClientProperties.INSERT_COUNT);
        long end = properties.get(CoreProperties.INSERT_START) + inserts.orElse(0L);
        if (records > 0 && records < end) {
            throw CommandException.usage(
                    "recordcount must be at least insertstart + insertcount = " + end + ", not " + records);
        }
    }

    private static void requireComparableValues(YcsbProperties properties) throws CommandException {
        String lengths = properties.get(CoreProperties.FIELD_LENGTH_DISTRIBUTION);
        if (properties.get(CoreProperties.DATA_INTEGRITY) && !lengths.equals("constant")) {
            throw CommandException.usage(
                    "fieldlengthdistribution must be constant with dataintegrity=true, because the length of a value is "
                            + "also compared, not '" + lengths + "'");
        }
    }

    /** Class of a third party that objects are made of. @param <T> what it must be */
    private static final class ThirdPartyClass<T> {
        private static final List<String> WORKLOADS = Stream.of(
                        "CoreWorkload", "ConstantOccupancyWorkload", "RestWorkload", "TimeSeriesWorkload")
                .map(name -> "site.ycsb.workloads." + name)
                .toList();

        private final String property;
        private final Constructor<? extends T> constructor;

        private ThirdPartyClass(String property, Constructor<? extends T> constructor) {
            this.property = property;
            this.constructor = constructor;
        }

        /** @throws CommandException if it cannot be loaded or is no database */
        static ThirdPartyClass<DB> database(String name, ClassLoader classes) throws CommandException {
            List<String> known =
                    DatabaseBinding.ALL.stream().map(DatabaseBinding::className).toList();
            return find("db", name, DB.class, known, classes);
        }

        /** @throws CommandException if it cannot be loaded or is no workload */
        static ThirdPartyClass<Workload> workload(String name, ClassLoader classes) throws CommandException {
            return find("workload", name, Workload.class, WORKLOADS, classes);
        }

        String name() {
            return constructor.getDeclaringClass().getName();
        }

        /** @throws CommandException if the constructor throws or is not accessible */
        T make() throws CommandException {
            try {
                return constructor.newInstance();
            } catch (InvocationTargetException e) {
                throw unusable(property, name(), "its constructor threw " + e.getTargetException(), e);
            } catch (ReflectiveOperationException | LinkageError e) {
                throw unusable(property, name(), "it cannot be instantiated: " + e, e);
            }
        }

        private static <T> ThirdPartyClass<T> find(
                String property, String name, Class<T> wanted, List<String> known, ClassLoader classes)
                throws CommandException {
            try {
                Class<? extends T> found = Class.forName(name, true, classes).asSubclass(wanted);
                return new ThirdPartyClass<>(property, found.getConstructor());
            } catch (ClassNotFoundException e) {
                throw unusable(property, name, "no such class on the class path" + hint(name, known), e);
            } catch (LinkageError e) {
                throw unusable(
                        property, name, "it needs a class that is not on the class path (add it with -cp): " + e, e);
            } catch (ClassCastException e) {
                throw unusable(property, name, "it is not a " + wanted.getName(), e);
            } catch (NoSuchMethodException e) {
                throw unusable(property, name, "it has no public constructor without arguments", e);
            }
        }

        private static String hint(String name, List<String> known) {
            String suggestion = NearestName.hint(name, known);
            return suggestion.isEmpty() ? " (add it with -cp); known classes: " + String.join(", ", known) : suggestion;
        }

        private static CommandException unusable(String property, String name, String why, Throwable cause) {
            return CommandException.usage(property + "=" + name + " cannot be used: " + why, cause);
        }
    }

    /** Session that stands for one thread of upstream's client: its database, and its share of the workload. */
    private static final class UpstreamSession implements Session {
        private final WorkloadThread thread;
        private final DB db;
        private final OpenBatch.Reader reader;
        private final MeasuringDb measuring;
        private final ThirdPartyFailures failures;
        private final WorkloadMeasurements measurements;
        private volatile @Nullable Thread performing;
        private boolean cleanedUp;

        /** @param reader opens the database once more */
        UpstreamSession(
                WorkloadThread thread,
                DB db,
                OpenBatch.Reader reader,
                ThirdPartyFailures failures,
                WorkloadMeasurements measurements) {
            this.thread = thread;
            this.db = db;
            this.reader = reader;
            this.measuring = new MeasuringDb(db, failures, thread.workload()::requestStop);
            this.failures = failures;
            this.measurements = measurements;
        }

        /**
         * Performs a turn; a workload that throws has failed in this turn and continues with the next. While loading, {@code false} after
         * a call that failed is upstream's way to say that this row was not stored; the rows to come are not to blame.
         */
        @Override
        public boolean perform(Turn turn) {
            measuring.begin(turn);
            measurements.begin(turn);
            performing = Thread.currentThread();
            try {
                return step(turn) && !thread.workload().isStopRequested();
            } finally {
                performing = null;
                measurements.end();
            }
        }

        /** Ends the database, which is measured as upstream does. */
        @Override
        public void flush(Turn turn) {
            cleanedUp = true;
            measuring.beginLast(turn);
            long sentNs = turn.nowNs();
            Outcome outcome = Outcome.OK;
            try {
                db.cleanup();
            } catch (Exception | LinkageError | AssertionError e) { // third-party code may throw anything
                // A class that buffers writes sends the last ones here.
                outcome = failures.thrown(DbAccess.WRITE, db.getClass().getName() + ".cleanup", e);
            }
            measuring.cleanedUp(outcome, reader);
            turn.record(UpstreamOperations.CLEANUP, sentNs, sentNs, outcome, 1);
        }

        /** Asks the workload to stop and interrupts the call: no interface ends one, but an interrupt ends those that sleep or wait. */
        @Override
        public void abort() {
            thread.workload().requestStop();
            Thread blocked = performing;
            if (blocked != null) {
                blocked.interrupt();
            }
        }

        @Override
        public void close() {
            if (!cleanedUp) {
                measuring.forget();
                UpstreamLoad.cleanUp(db);
            }
        }

        private boolean step(Turn turn) {
            long sentNs = turn.nowNs();
            boolean more = true;
            Outcome outcome;
            try {
                more = thread.step(measuring);
                // A row that was stored at the second attempt is stored; a transaction says nothing of how it went.
                outcome = thread.load() && more ? Outcome.OK : measuring.failure();
            } catch (Exception | LinkageError | AssertionError e) { // third-party code may throw anything
                outcome = failures.thrown(measuring.accessed(), thread.method(), e);
            }
            measuring.end(sentNs, outcome);
            return more || (thread.load() && !(outcome instanceof Outcome.Ok));
        }
    }

    /**
     * Share of a workload that one thread performs.
     *
     * @param state what {@code initThread} returned
     * @param load whether it inserts, else runs transactions
     */
    record WorkloadThread(Workload workload, @Nullable Object state, boolean load) {
        /** Performs a step, and tells whether the workload has more for this thread, as it says itself. */
        boolean step(DB db) {
            return load ? workload.doInsert(db, state) : workload.doTransaction(db, state);
        }

        String method() {
            return workload.getClass().getName() + (load ? ".doInsert" : ".doTransaction");
        }
    }
}
