package squall.apps.run;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import squall.apps.App;
import squall.apps.CqlApp;
import squall.apps.CqlSetting;
import squall.apps.CqlStatements;
import squall.cql.CqlDatabase;
import squall.cql.metrics.CqlInstruments;
import squall.spi.CheckResult;
import squall.spi.Database;
import squall.spi.Instrument;

/** Tables of a workload over CQL. */
public final class CqlTables implements Tables {
    /** Are held at once in a survey, if no partition has more. */
    private static final int ROWS_OF_A_PIECE = 5_000;

    private final CqlApp app;
    private final CqlSetting setting;
    private final CqlDatabase database;
    private final CqlStatements statements;

    /** @param database is closed with this */
    public CqlTables(CqlApp app, CqlSetting setting, CqlDatabase database) {
        this.app = app;
        this.setting = setting;
        this.database = database;
        this.statements = app.statements(setting);
    }

    @Override
    public void create() throws IOException, InterruptedException {
        setting.keyspace().make(database);
        for (String statement : app.ddl(setting)) {
            database.administer("preparing table " + setting.run().table(), statement);
        }
    }

    @Override
    public void empty() throws IOException, InterruptedException {
        for (String table : app.tables(setting.run())) {
            database.administer("emptying table " + table, "TRUNCATE TABLE " + setting.table(table));
        }
    }

    @Override
    public void drop() throws IOException, InterruptedException {
        for (String table : app.tables(setting.run())) {
            database.administer("dropping table " + table, "DROP TABLE IF EXISTS " + setting.table(table));
        }
    }

    @Override
    public void survey(App.Rows rows) throws IOException, InterruptedException {
        CqlStatements.Survey survey = statements.survey(rows);
        List<CqlStatements.Scan> scans = statements.scans();
        for (int i = 0; i < scans.size(); i++) {
            scan(i, scans.get(i), survey);
        }
        survey.end();
    }

    @Override
    public List<CheckResult> check(App.Writes writes) throws InterruptedException {
        return app.check(setting, cql -> database.administer("checking the data", cql));
    }

    @Override
    public Database describe() throws IOException, InterruptedException {
        return database.describe(setting.keyspace().name());
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
    public Hand hand(int session, int batch) {
        return new CqlHand(database, session, statements, app.profile().transactional(), setting.oneReads());
    }

    @Override
    public List<Instrument> instruments(List<URI> pages) {
        return CqlInstruments.of(database, pages);
    }

    @Override
    public void close() {
        database.close();
    }

    /** In the order of tokens, piece by piece: all rows at once would not fit into memory, nor into the server's limits. */
    private void scan(int number, CqlStatements.Scan scan, CqlStatements.Survey survey)
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

    private List<Row> read(CqlStatements.Scan scan, String tokens) throws IOException, InterruptedException {
        String token = "token(" + scan.partitionKey() + ")";
        return database.administer(
                "reading table " + scan.table(),
                "SELECT " + scan.columns() + ", " + token + " FROM " + scan.table() + " WHERE " + token + " " + tokens);
    }

    private static long token(Row row) {
        return row.getLong(row.size() - 1);
    }
}
