package squall.apps;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import squall.check.Ledger;
import squall.check.Seen;
import squall.spi.CheckResult;
import squall.spi.Database;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Place;
import squall.spi.Session;
import squall.sql.SqlDatabase;

/** A sample application as a load. */
public final class AppLoad implements Load {
    private final App app;
    private final Setting setting;
    private final Assignment assignment;
    private final SqlDatabase database;
    private final Evidence evidence;
    private volatile Database server = Database.NONE;

    public AppLoad(App app, Setting setting, Assignment assignment, SqlDatabase database) {
        this.app = app;
        this.setting = setting.on(database.dialect());
        this.assignment = assignment;
        this.database = database;
        Ledger ledger = new Ledger(assignment.keys());
        this.evidence = new Evidence(ledger, new Keys(ledger, assignment));
    }

    @Override
    public List<Operation> operations() {
        return Kinds.ALL;
    }

    /** @throws IOException without a cause if rows are there that should not be, or the other way round */
    @Override
    public void setUp() throws IOException, InterruptedException {
        database.administer("preparing table " + setting.table(), connection -> {
            prepare(connection);
            return "";
        });
        long found = adopt();
        if (found != assignment.present()) {
            throw new IOException(misfit(found));
        }
        server = database.describe();
    }

    /** Drops the workload's tables. */
    public void drop() throws IOException, InterruptedException {
        database.administer("dropping table " + setting.table(), connection -> {
            drop(connection);
            return "";
        });
    }

    @Override
    public Database database() {
        return server;
    }

    @Override
    public Session open(int session) {
        boolean transactional = app.profile().transactional() || assignment.batch() > 1;
        return new AppSession(
                session,
                evidence,
                new Course(assignment.roles(), assignment.batch(), transactional),
                database.session(session, connection -> app.prepare(connection, setting)),
                assignment.seed() * 31 + session);
    }

    @Override
    public @Nullable Operation planned(long index) {
        return null; // a place tells, see below
    }

    @Override
    public @Nullable Operation planned(Place place) {
        return switch (assignment.roles()) {
            case Roles.BySession bySession -> null;
            case Roles.ByTurn byTurn -> byTurn.writes(0, place) ? Kinds.WRITE : Kinds.READ;
        };
    }

    /** Keys below this were given out for writing, or were there before. */
    public long writtenKeys() {
        return evidence.keys().written();
    }

    @Override
    public List<CheckResult> check() throws IOException, InterruptedException {
        List<CheckResult> results = new ArrayList<>(List.of(evidence.reads()));
        Evidence.Survey survey = evidence.new Survey();
        survey(survey);
        results.add(survey.result());
        results.addAll(database.administer("checking the data", connection -> app.check(connection, setting)));
        return Collections.unmodifiableList(results);
    }

    @Override
    public void close() {
        // The connections are the sessions', which are closed by now.
    }

    private void prepare(Connection connection) throws SQLException {
        switch (assignment.tables()) {
            case AS_THEY_ARE -> {}
            case KEEP -> app.create(connection, setting);
            case DROP -> {
                drop(connection);
                app.create(connection, setting);
            }
            case TRUNCATE -> {
                app.create(connection, setting);
                try (Statement statement = connection.createStatement()) {
                    statement.execute("TRUNCATE "
                            + String.join(
                                    ", ",
                                    app.tables(setting).stream()
                                            .map(setting.dialect()::identifier)
                                            .toList()));
                }
                app.create(connection, setting); // rows that must be there before the first write
            }
        }
    }

    private void drop(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String table : app.tables(setting)) {
                statement.execute("DROP TABLE IF EXISTS " + setting.dialect().identifier(table));
            }
        }
    }

    /** How many rows are there under our keys; those that are expected enter the ledger. */
    private long adopt() throws IOException, InterruptedException {
        long[] found = {0};
        survey((key, seen) -> {
            found[0]++;
            if (key >= 0 && key < assignment.present() && seen instanceof Seen.Version(int number)) {
                evidence.ledger().found(key, number);
            }
        });
        return found[0];
    }

    private void survey(App.Rows rows) throws IOException, InterruptedException {
        database.administer("reading table " + setting.table(), connection -> {
            connection.setAutoCommit(false);
            app.survey(connection, setting, rows);
            connection.commit();
            return "";
        });
    }

    private String misfit(long found) {
        String there = "table " + setting.table() + " has " + found + " rows with keys of prefix '"
                + setting.texts().prefix() + "'";
        return assignment.present() == 0
                ? there + " already: empty it with --truncate, drop it with --drop_table_name " + setting.table()
                        + ", keep them with --max_written_key " + (found - 1) + ", or use another --uuid"
                : there + ", but --max_written_key says " + assignment.present();
    }
}
