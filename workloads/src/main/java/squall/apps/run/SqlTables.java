package squall.apps.run;

import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import squall.apps.App;
import squall.apps.Setting;
import squall.apps.SqlApp;
import squall.apps.SqlSetting;
import squall.check.DataCheck;
import squall.spi.CheckResult;
import squall.spi.Database;
import squall.spi.Instrument;
import squall.sql.SqlDatabase;
import squall.sql.metrics.SqlInstruments;

/** Tables of a workload over SQL. */
public final class SqlTables implements Tables {
    private final SqlApp app;
    private final SqlSetting setting;
    private final SqlDatabase database;

    public SqlTables(SqlApp app, Setting setting, SqlDatabase database) {
        this.app = app;
        this.setting = new SqlSetting(setting, database.dialect());
        this.database = database;
    }

    @Override
    public void create() throws IOException, InterruptedException {
        administer("preparing", connection -> app.create(connection, setting));
    }

    @Override
    public void empty() throws IOException, InterruptedException {
        administer("emptying", connection -> {
            run(
                    connection,
                    "TRUNCATE "
                            + app.tables(setting.run()).stream()
                                    .map(setting.dialect()::identifier)
                                    .collect(Collectors.joining(", ")));
            app.create(connection, setting);
        });
    }

    @Override
    public void drop() throws IOException, InterruptedException {
        administer("dropping", connection -> {
            for (String table : app.tables(setting.run())) {
                run(connection, "DROP TABLE IF EXISTS " + setting.dialect().identifier(table));
            }
        });
    }

    @Override
    public void survey(App.Rows rows) throws IOException, InterruptedException {
        administer("reading", connection -> {
            connection.setAutoCommit(false);
            app.survey(connection, setting, rows);
            connection.commit();
        });
    }

    @Override
    public List<CheckResult> check(App.Writes writes) throws InterruptedException {
        List<CheckResult> results = new ArrayList<>();
        for (SqlApp.Check check : app.checks(writes)) {
            results.add(DataCheck.of(
                    check.name(),
                    check.things(),
                    seen -> database.administer(
                            "checking the data", connection -> check.look().at(connection, setting, seen))));
        }
        return List.copyOf(results);
    }

    @Override
    public Database describe() throws IOException {
        return database.describe();
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
    public Hand hand(int session, int batch) throws IOException, InterruptedException {
        boolean transactional = app.profile().transactional() || batch > 1;
        return new SqlHand(database.session(session, connection -> app.prepare(connection, setting)), transactional);
    }

    @Override
    public List<Instrument> instruments(List<URI> pages) {
        return SqlInstruments.of(database, pages);
    }

    @Override
    public void close() {
        // The connections are the sessions', which are closed by now.
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

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
