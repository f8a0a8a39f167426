package squall.tpcc.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import squall.database.Database;
import squall.database.DatabaseLoad;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.spi.Operation;
import squall.spi.Session;
import squall.spi.TurnPosition;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;
import squall.sql.SqlDialect.Language;
import squall.sql.SqlSession;
import squall.sql.metrics.MonitoredSqlDatabase;
import squall.tpcc.TransactionType;
import squall.tpcc.WarehouseScale;
import squall.tpcc.check.ConsistencyCheck.CheckTime;
import squall.tpcc.loading.LoadedData;
import squall.tpcc.population.NuRandConstants;
import squall.tpcc.terminal.TransactionInputs;

/** Load of TPC-C on loaded tables; its operations are the five transactions, in the order of {@link TransactionType}. */
public final class TpccLoad implements DatabaseLoad {
    private final SqlDatabase database;
    private final TpccSettings settings;
    private final TpccSession.TpccOperations operations;
    private volatile @Nullable LoadedTables loaded;
    private volatile String checking = "";

    /** @throws IllegalArgumentException if the statements are in no dialect of this database */
    public TpccLoad(SqlDatabase database, TpccSettings settings) {
        require(database);
        this.database = database;
        this.settings = settings;
        this.operations = new TpccSession.TpccOperations(settings);
    }

    /**
     * Checks that TPC-C can run on this database; called before the tables are touched.
     *
     * @throws IllegalArgumentException if TPC-C cannot run on this database; the message says why
     */
    public static void require(SqlDatabase database) {
        if (database.dialect().language() == Language.STANDARD) {
            throw new IllegalArgumentException(
                    "TPC-C has statements for PostgreSQL, CockroachDB, YugabyteDB and MySQL, and for databases that understand one"
                            + " of them; for dialect " + database.dialect().product() + " this is unknown."
                            + " A dialect in a jar on -cp can declare it: docs/extending.md, \"A dialect\"");
        }
        database.requireTransactions("TPC-C");
    }

    @Override
    public List<Operation> operations() {
        return operations.all();
    }

    @Override
    public void setUp() throws IOException, InterruptedException {
        loaded = LoadedTables.survey(database, settings.scale(), settings.seed());
        settings.evidence().orders().begin(database);
    }

    @Override
    public DatabaseInfo database() {
        return loaded().server();
    }

    @Override
    public void reportTo(EventSink sink) {
        settings.evidence().updates().ifPresent(updates -> updates.reportTo(sink));
    }

    @Override
    public Session open(int session) throws IOException, InterruptedException {
        TransactionInputs inputs = new TransactionInputs(settings.seed(), settings.homes(), loaded().constants());
        return SqlSession.opened(new TpccSession(database, session, settings, operations, inputs));
    }

    @Override
    public Operation planned(TurnPosition place) {
        return operations.of(place, settings.type(place));
    }

    @Override
    public Database tested() {
        return new MonitoredSqlDatabase(database);
    }

    @Override
    public List<CheckResult> check() throws InterruptedException {
        TpccSettings.TpccEvidence evidence = settings.evidence();
        List<CheckResult> results = new ArrayList<>(
                evidence.conditions().run(database, settings.scale(), CheckTime.AFTER_RUN, far -> checking = far));
        checking = "looking up acknowledged orders";
        results.add(evidence.orders().verify(database));
        evidence.updates().ifPresent(updates -> results.add(updates.check()));
        return results;
    }

    @Override
    public String checking() {
        return checking;
    }

    @Override
    public void close() {
        // The connections belong to the sessions, which are closed by now.
    }

    private LoadedTables loaded() {
        LoadedTables known = loaded;
        if (known == null) {
            throw new IllegalStateException("the load has not been set up");
        }
        return known;
    }

    /**
     * Database whose tables were loaded before the run.
     *
     * @param server the database's description of itself; {@code tpcc.constants} of its settings tells the constants and their origin
     * @param constants of this run's inputs, valid for the constant with which the customers were loaded (2.1.6.1)
     */
    private record LoadedTables(DatabaseInfo server, NuRandConstants constants) {
        /**
         * Reads the scale and the constants of the loaded tables.
         *
         * @throws IOException without a cause if their warehouses differ from the scale's; the message says which
         * @throws IOException if the tables are missing or the database does not answer
         */
        static LoadedTables survey(SqlDatabase database, WarehouseScale scale, long seed)
                throws IOException, InterruptedException {
            requireWarehouses(database, scale);
            Optional<LoadedData> noted = LoadedData.read(database);
            NuRandConstants constants = noted.map(load -> load.constants(seed))
                    .orElseGet(() -> NuRandConstants.of(NuRandConstants.BENCHBASE.lastNameLoad(), seed));
            DatabaseInfo server = database.describe();
            Map<String, String> facts = new HashMap<>(server.settings());
            facts.put("tpcc.constants", text(constants, noted.isPresent() ? "as recorded by the load" : "assumed"));
            return new LoadedTables(
                    new DatabaseInfo(server.product(), server.version(), server.endpoints(), facts), constants);
        }

        private static String text(NuRandConstants constants, String origin) {
            return "C_LAST " + constants.lastNameRun() + " (load: " + constants.lastNameLoad() + ", " + origin
                    + "), C_ID " + constants.customer() + ", OL_I_ID " + constants.item();
        }

        private static void requireWarehouses(SqlDatabase database, WarehouseScale scale)
                throws IOException, InterruptedException {
            String found = database.administer(
                    "counting warehouses",
                    connection -> PlainSql.row(
                            connection,
                            "SELECT count(*), min(w_id), max(w_id) FROM warehouse",
                            row -> row.getInt(1) + " from " + row.getInt(2) + " to " + row.getInt(3)));
            String wanted = scale.total() + " from 1 to " + scale.total();
            if (!found.equals(wanted)) {
                throw new IOException("table warehouse has " + found + ", but the run is for " + wanted
                        + ": load the missing warehouses, or run with the number that exists");
            }
        }
    }
}
