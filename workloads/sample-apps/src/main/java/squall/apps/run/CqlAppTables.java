package squall.apps.run;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;
import squall.apps.CqlAppStatements.BoundCql;
import squall.apps.KeyWrite;
import squall.apps.SampleApp;
import squall.apps.run.AppTables.KeyValueClient;
import squall.check.ObservedValue;
import squall.cql.CqlDatabase;
import squall.cql.CqlDialect;
import squall.cql.CqlHandle;
import squall.cql.CqlUnitOfWork;
import squall.cql.CqlUnitOfWork.CqlAnswer;
import squall.cql.SharedSchema;
import squall.cql.metrics.MonitoredCqlDatabase;
import squall.database.Database;
import squall.spi.CheckResult;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.TableColumns;
import squall.sql.WorkEffect;

/** Access to the tables of a workload over CQL. */
public final class CqlAppTables implements AppTables {
    /** Rows that a survey holds at once, if no partition has more. */
    private static final int ROWS_OF_A_PIECE = 5_000;

    private final CqlApp app;
    private final CqlAppContext setting;
    private final CqlDatabase database;
    private final Optional<SharedSchema> shared;
    private final CqlAppStatements statements;

    /** @param database closed with these tables @param shared empty if no other client makes the tables too */
    public CqlAppTables(CqlApp app, CqlAppContext setting, CqlDatabase database, Optional<SharedSchema> shared) {
        this.app = app;
        this.setting = setting;
        this.database = database;
        this.shared = shared;
        this.statements = app.statements(setting);
    }

    /**
     * Requires the columns that the scans read, which are all of their tables, the time to live that the settings ask for, and that
     * Accord's transactions can use the tables.
     */
    @Override
    public void requireColumns() throws IOException, InterruptedException {
        for (String table : app.tables(setting.run())) {
            database.requireTransactional(
                    setting.keyspace(), table, setting.run().remedy());
            List<String> needed = statements.scans().stream()
                    .filter(scan -> scan.table().equals(setting.table(table)))
                    .flatMap(scan -> Stream.of(scan.partitionKey(), scan.columns()))
                    .flatMap(names -> Stream.of(names.split(",")))
                    .map(String::strip)
                    .filter(name -> name.matches("\\w+")) // no function, such as writetime(v)
                    .distinct()
                    .toList();
            new TableColumns(table, needed)
                    .require(
                            database.columns(setting.keyspace(), table),
                            setting.run().remedy());
            requireTimeToLive(table);
        }
    }

    /** Refuses a table that was made with another time to live, which it keeps: expired rows would be counted as lost. */
    private void requireTimeToLive(String table) {
        OptionalInt seconds = database.timeToLive(setting.keyspace(), table);
        if (seconds.isPresent() && seconds.getAsInt() != setting.ttlSeconds()) {
            throw new IllegalArgumentException("table " + table + " exists, but its default_time_to_live is "
                    + seconds.getAsInt() + ", not " + setting.ttlSeconds() + " (--table_ttl_seconds): "
                    + setting.run().remedy());
        }
    }

    @Override
    public void create() throws IOException, InterruptedException {
        if (shared.isPresent()) {
            shared.get().await(database, setting.keyspace());
        }
        setting.keyspace().make(database);
        for (String statement : app.ddl(setting)) {
            database.administer("preparing table " + setting.run().table(), statement);
        }
        fill();
        if (shared.isPresent()) {
            shared.get().made(database, setting.keyspace());
        }
    }

    @Override
    public void empty() throws IOException, InterruptedException {
        for (String table : app.tables(setting.run())) {
            database.administer("emptying table " + table, "TRUNCATE TABLE " + setting.table(table));
        }
        fill();
    }

    private void fill() throws IOException, InterruptedException {
        for (String statement : app.firstRows(setting)) {
            database.administer("filling table " + setting.run().table(), statement);
        }
    }

    @Override
    public void drop() throws IOException, InterruptedException {
        for (String table : app.tables(setting.run())) {
            database.administer("dropping table " + table, "DROP TABLE IF EXISTS " + setting.table(table));
        }
    }

    @Override
    public void survey(SampleApp.SurveyedRows rows) throws IOException, InterruptedException {
        CqlAppStatements.Survey survey = statements.survey(rows);
        List<CqlAppStatements.Scan> scans = statements.scans();
        for (int i = 0; i < scans.size(); i++) {
            scan(i, scans.get(i), survey);
        }
        survey.end();
    }

    @Override
    public List<CheckResult> check(SampleApp.WriteOutcomes writes) throws InterruptedException {
        return app.check(setting, cql -> database.administer("checking the data", cql));
    }

    @Override
    public Database database() {
        return new MonitoredCqlDatabase(database, setting.keyspace());
    }

    @Override
    public boolean splits() {
        return app.splits(database.dialect());
    }

    @Override
    public boolean staleReads() {
        return setting.oneReads();
    }

    @Override
    public KeyValueClient client(int session, int batch) {
        return new CqlKeyValueClient(session);
    }

    /** Reads a table in the order of tokens and in pieces: all rows at once would exceed memory and the server's limits. */
    private void scan(int number, CqlAppStatements.Scan scan, CqlAppStatements.Survey survey)
            throws IOException, InterruptedException {
        long from = Long.MIN_VALUE;
        while (true) {
            List<Row> rows = read(scan, ">= " + from + " LIMIT " + ROWS_OF_A_PIECE);
            long last = rows.isEmpty() ? 0 : token(rows.getLast());
            if (rows.size() < ROWS_OF_A_PIECE || token(rows.getFirst()) == last) {
                List<Row> whole = rows.size() < ROWS_OF_A_PIECE ? rows : read(scan, "= " + last);
                whole.forEach(row -> survey.row(number, row));
                if (rows.size() < ROWS_OF_A_PIECE || last == Long.MAX_VALUE) {
                    return;
                }
                from = last + 1;
            } else {
                rows.stream().takeWhile(row -> token(row) != last).forEach(row -> survey.row(number, row));
                from = last; // whose partition may go on behind the limit
            }
        }
    }

    private List<Row> read(CqlAppStatements.Scan scan, String tokens) throws IOException, InterruptedException {
        String token = "token(" + scan.partitionKey() + ")";
        return database.administer(
                "reading table " + scan.table(),
                "SELECT " + scan.columns() + ", " + token + " FROM " + scan.table() + " WHERE " + token + " " + tokens);
    }

    private static long token(Row row) {
        return row.getLong(row.size() - 1);
    }

    /** Client of one session over CQL: a handle on the driver session that all share. */
    private final class CqlKeyValueClient extends CqlHandle implements KeyValueClient {
        private static final Outcome NOT_APPLIED = new Outcome.Refused(
                new ErrorCode(ErrorKind.DATA, "not-applied"), "the condition of the write did not hold");

        /** Flag set if statements of one write are a transaction, where the database has transactions. */
        private final boolean transactional = app.profile().transactional();

        private final WorkEffect effect;
        /** Prepared statements of this session alone, so that it waits for no other session's look-up. */
        private final Map<String, PreparedStatement> prepared = new HashMap<>();

        private List<ObservedValue> seen = List.of();

        CqlKeyValueClient(int session) {
            super(CqlAppTables.this.database, session);
            // An upsert is harmless twice only where the client dates it: else a late first copy would undo the next
            // version.
            this.effect = setting.dialect() == CqlDialect.CASSANDRA && !statements.conditional()
                    ? WorkEffect.IDEMPOTENT
                    : WorkEffect.ONCE;
        }

        @Override
        public Outcome write(List<KeyWrite> writes, Turn turn) throws InterruptedException {
            List<BoundCql> all = new ArrayList<>();
            writes.forEach(write -> all.addAll(statements.write(write)));
            return unit(
                    effect, turn, exchange -> statements.applied(together(exchange, all)) ? Outcome.OK : NOT_APPLIED);
        }

        @Override
        public Outcome read(long key, int version, Turn turn) throws InterruptedException {
            BoundCql cql = statements.read(key, version);
            return unit(WorkEffect.READ, turn, exchange -> {
                BoundStatement select = bound(exchange, cql);
                CqlAnswer answer = exchange.execute(
                        setting.oneReads() ? select.setConsistencyLevel(DefaultConsistencyLevel.ONE) : select);
                List<Row> rows = new ArrayList<>();
                for (Row row = answer.next(); row != null; row = answer.next()) {
                    rows.add(row);
                }
                seen = statements.seen(key, version, rows);
                return Outcome.OK;
            });
        }

        @Override
        public List<ObservedValue> seen() {
            return seen;
        }

        private CqlAnswer together(CqlUnitOfWork exchange, List<BoundCql> all) throws InterruptedException {
            if (all.size() == 1 && !(transactional && setting.dialect().isolates())) {
                return exchange.execute(bound(exchange, all.getFirst()));
            }
            return transactional ? transaction(exchange, all) : batch(exchange, all);
        }

        private CqlAnswer transaction(CqlUnitOfWork exchange, List<BoundCql> all) throws InterruptedException {
            if (!setting.dialect().isolates()) {
                return batch(exchange, all);
            }
            String text = setting.dialect()
                    .transaction(all.stream().map(BoundCql::text).toList());
            return exchange.execute(bound(
                    exchange,
                    new BoundCql(
                            text,
                            all.stream().flatMap(cql -> cql.values().stream()).toList())));
        }

        /** Sends the statements as a logged batch: in the end all of them are applied. */
        private CqlAnswer batch(CqlUnitOfWork exchange, List<BoundCql> all) throws InterruptedException {
            BatchStatementBuilder batch = BatchStatement.builder(DefaultBatchType.LOGGED);
            for (BoundCql cql : all) {
                batch.addStatement(bound(exchange, cql));
            }
            return exchange.execute(database().attributed(batch.build(), effect));
        }

        private BoundStatement bound(CqlUnitOfWork exchange, BoundCql cql) throws InterruptedException {
            PreparedStatement statement = prepared.get(cql.text());
            if (statement == null) {
                statement = exchange.prepared(cql.text());
                prepared.put(cql.text(), statement);
            }
            return statement.bind(cql.values().toArray());
        }
    }
}
