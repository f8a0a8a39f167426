package squall.apps.run;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import squall.apps.AppContext;
import squall.apps.KeyWrite;
import squall.apps.SampleApp;
import squall.apps.SqlApp;
import squall.apps.SqlAppContext;
import squall.apps.SqlAppStatements;
import squall.apps.run.AppTables.KeyValueClient;
import squall.check.DataCheck;
import squall.check.ObservedValue;
import squall.database.Database;
import squall.spi.CheckResult;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;
import squall.sql.SqlDialect;
import squall.sql.SqlSession;
import squall.sql.TableColumns;
import squall.sql.WorkEffect;
import squall.sql.metrics.MonitoredSqlDatabase;

/** Access to the tables of a workload over SQL. */
public final class SqlAppTables implements AppTables {
    /** Maximum number of attempts to make the tables: after each, one more table exists for certain. */
    private static final int MOST_CREATIONS = 20;

    private final SqlApp app;
    private final SqlAppContext setting;
    private final SqlDatabase database;
    private final boolean writes;

    /** @param writes whether the run writes; what it wrote is looked up only on a server that has all of it */
    public SqlAppTables(SqlApp app, AppContext setting, SqlDatabase database, boolean writes) {
        this.app = app;
        this.setting = new SqlAppContext(setting, database.dialect());
        this.database = database;
        this.writes = writes;
    }

    @Override
    public void requireColumns() throws IOException, InterruptedException {
        for (TableColumns columns : app.columns(setting.run())) {
            columns.require(database, setting.run().remedy());
        }
    }

    @Override
    public void create() throws IOException, InterruptedException {
        administer("preparing", this::createAmongOthers);
    }

    /** Makes the tables, again if another client makes one at the same time: IF NOT EXISTS then fails, and the table exists next time. */
    private void createAmongOthers(Connection connection) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                app.create(connection, setting);
                return;
            } catch (SQLException e) {
                if (attempt == MOST_CREATIONS || !setting.dialect().existingTable(e)) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void empty() throws IOException, InterruptedException {
        administer("emptying", connection -> {
            List<String> tables = app.tables(setting.run()).stream()
                    .map(setting.dialect()::identifier)
                    .toList();
            boolean oneByOne =
                    setting.dialect().language() == SqlDialect.Language.MYSQL; // it takes one table a statement
            for (String emptied : oneByOne ? tables : List.of(String.join(", ", tables))) {
                PlainSql.execute(connection, "TRUNCATE " + emptied);
            }
            app.create(connection, setting);
        });
    }

    @Override
    public void drop() throws IOException, InterruptedException {
        administer("dropping", this::drop);
    }

    @Override
    public void replace() throws IOException, InterruptedException {
        administer("replacing", connection -> {
            boolean together = setting.dialect().transactionalDdl();
            connection.setAutoCommit(!together);
            drop(connection);
            app.create(connection, setting);
            if (together) {
                connection.commit();
            }
        });
    }

    private void drop(Connection connection) throws SQLException {
        for (String table : app.tables(setting.run())) {
            PlainSql.execute(
                    connection, "DROP TABLE IF EXISTS " + setting.dialect().identifier(table));
        }
    }

    @Override
    public void survey(SampleApp.SurveyedRows rows) throws IOException, InterruptedException {
        database.lookUp("reading table " + setting.run().table(), writes, connection -> {
            connection.setAutoCommit(false);
            app.survey(connection, setting, rows);
            connection.commit();
            return "";
        });
    }

    @Override
    public List<CheckResult> check(SampleApp.WriteOutcomes outcomes) throws InterruptedException {
        List<CheckResult> results = new ArrayList<>();
        for (SqlApp.Check check : app.checks(outcomes)) {
            results.add(DataCheck.of(
                    check.name(),
                    check.things(),
                    seen -> database.lookUp(
                            "checking the data",
                            writes,
                            connection -> check.look().at(connection, setting, seen))));
        }
        return List.copyOf(results);
    }

    @Override
    public Database database() {
        return new MonitoredSqlDatabase(database);
    }

    @Override
    public boolean splits() {
        return false;
    }

    @Override
    public boolean staleReads() {
        return false;
    }

    @Override
    public KeyValueClient client(int session, int batch) throws IOException, InterruptedException {
        boolean transactional = app.profile().transactional() || batch > 1;
        return SqlSession.opened(new SqlKeyValueClient(session, transactional));
    }

    private interface Step {
        void on(Connection connection) throws SQLException;
    }

    private void administer(String what, Step step) throws IOException, InterruptedException {
        database.administer(what + " table " + setting.run().table(), connection -> {
            step.on(connection);
            return "";
        });
    }

    /** Client of one session over SQL, with one connection. */
    private final class SqlKeyValueClient extends SqlSession<SqlAppStatements> implements KeyValueClient {
        private final boolean transactional;
        private ObservedValue seen = new ObservedValue.Missing();

        /** @param transactional whether a write is a transaction of its own */
        SqlKeyValueClient(int session, boolean transactional) {
            super(SqlAppTables.this.database, session, connection -> app.prepare(connection, setting));
            this.transactional = transactional;
        }

        @Override
        public Outcome write(List<KeyWrite> writes, Turn turn) throws InterruptedException {
            return transactional
                    ? transaction(WorkEffect.ONCE, turn, statements -> statements.write(writes))
                    : statement(WorkEffect.ONCE, turn, statements -> statements.write(writes));
        }

        @Override
        public Outcome read(long key, int version, Turn turn) throws InterruptedException {
            return statement(WorkEffect.READ, turn, statements -> {
                seen = statements.read(key, version);
                return Outcome.OK;
            });
        }

        @Override
        public List<ObservedValue> seen() {
            return List.of(seen);
        }
    }
}
