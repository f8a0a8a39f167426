package squall.apps.run;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.util.List;
import squall.apps.App;
import squall.apps.CqlApp;
import squall.apps.CqlSetting;
import squall.apps.CqlStatements;
import squall.cql.CqlDatabase;
import squall.spi.CheckResult;
import squall.spi.Database;

/** Tables of a workload over CQL. */
public final class CqlTables implements Tables {
    /** Rows of a piece of a survey are held at once. */
    private static final long ROWS_OF_A_PIECE = 5_000;

    private static final long LEAST_PIECES = 8;
    private static final long MOST_PIECES = 1 << 16;

    private final CqlApp app;
    private final CqlSetting setting;
    private final CqlDatabase database;
    private final CqlStatements statements;
    private final long pieces;

    /**
     * @param rows about how many there will be
     * @throws IllegalArgumentException if the workload cannot run on this database; it is closed then
     */
    public CqlTables(CqlApp app, CqlSetting setting, CqlDatabase database, long rows) {
        try {
            app.require(database.dialect());
        } catch (IllegalArgumentException e) {
            database.close();
            throw e;
        }
        this.app = app;
        this.setting = setting;
        this.database = database;
        this.statements = app.statements(setting);
        this.pieces = Math.clamp(rows / ROWS_OF_A_PIECE, LEAST_PIECES, MOST_PIECES);
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
    public List<CheckResult> check() throws IOException, InterruptedException {
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
    public Hand hand(int session, int batch) {
        return new CqlHand(database, session, statements, app.profile().transactional());
    }

    @Override
    public void close() {
        database.close();
    }

    /** Piece by piece of the ring: all rows at once would not fit into memory, nor into the server's limits. */
    private void scan(int number, CqlStatements.Scan scan, CqlStatements.Survey survey)
            throws IOException, InterruptedException {
        String token = "token(" + scan.partitionKey() + ")";
        long width = Long.divideUnsigned(-1L, pieces) + 1;
        for (long piece = 0; piece < pieces; piece++) {
            long first = Long.MIN_VALUE + piece * width;
            String upTo = piece == pieces - 1 ? "" : " AND " + token + " < " + (first + width);
            String cql = scan.select() + " WHERE " + token + " >= " + first + upTo;
            for (Row row : database.administer("reading table " + setting.run().table(), cql)) {
                survey.row(number, row);
            }
        }
    }
}
