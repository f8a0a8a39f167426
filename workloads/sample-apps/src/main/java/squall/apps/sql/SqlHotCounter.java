package squall.apps.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import squall.apps.AppContext;
import squall.apps.AppProfile;
import squall.apps.KeyValueFormat;
import squall.apps.KeyWrite;
import squall.apps.SqlAppContext;
import squall.apps.SqlAppStatements;
import squall.check.CounterCheck;
import squall.check.DataCheck;
import squall.check.ObservedValue;
import squall.spi.Outcome;
import squall.sql.PlainSql;
import squall.sql.TableColumns;

/**
 * Workload of one counter that all writers raise at once: each reads it and writes one more in one transaction. At the end the counter
 * must agree with the acknowledged transactions.
 *
 * <p>From repeatable read upward the database has to prevent lost updates by itself. Below that, and at repeatable read on databases
 * of MySQL's family, a plain read and write may lose them, so the row is locked with {@code FOR UPDATE} when it is read.
 */
public final class SqlHotCounter implements SurveyedApp {
    private static final String RAISES = "_raises";
    private static final List<String> LEVELS = List.of("read-committed", "repeatable-read", "serializable");

    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "SqlHotCounter",
                        "Raises one counter from all sessions at once, by read and write; no update may be lost.",
                        new AppProfile.Drive(1, 4, 10_000_000, 20_000, -1),
                        AppProfile.Trait.INSERTS_ONLY)
                .withTable("hot_counter")
                .inTransactions("repeatable-read")
                .withoutValues("a counter has no value to fill up");
    }

    /** Returns a high number: all writers want the same row, so that most transactions collide. */
    @Override
    public int retries() {
        return 1_000;
    }

    @Override
    public Set<String> options() {
        return Set.of(ISOLATION);
    }

    @Override
    public List<TableColumns> columns(AppContext setting) {
        return List.of(
                TableColumns.of(setting.table(), "counter", "n"), TableColumns.of(setting.table() + RAISES, "k", "n"));
    }

    @Override
    public void create(Connection connection, SqlAppContext setting) throws SQLException {
        PlainSql.execute(
                connection,
                setting.createTable(setting.name(), "counter " + setting.keyText() + " PRIMARY KEY, n bigint NOT NULL"),
                setting.createTable(
                        setting.name(RAISES), "k " + setting.keyText() + " PRIMARY KEY, n bigint NOT NULL"));
        if (value(connection, setting) < 0) {
            PlainSql.update(
                    connection,
                    "INSERT INTO " + setting.name() + " (counter, n) VALUES (?, 0)",
                    setting.texts().prefix());
        }
    }

    @Override
    public void require(AppContext setting) {
        SurveyedApp.super.require(setting);
        String level = setting.options().text(ISOLATION, profile().isolation());
        if (!LEVELS.contains(level)) {
            throw new IllegalArgumentException(
                    "--isolation must be one of " + String.join(", ", LEVELS) + ", not '" + level + "'");
        }
    }

    @Override
    public SqlAppStatements prepare(Connection connection, SqlAppContext setting) throws SQLException {
        return new Raises(connection, setting);
    }

    @Override
    public Survey survey(SqlAppContext setting) {
        return new Survey(
                "SELECT k FROM " + setting.name(RAISES) + " WHERE k LIKE ?",
                (key, row) -> new ObservedValue.Version(0));
    }

    @Override
    public List<Check> checks(WriteOutcomes writes) {
        CounterCheck counter = new CounterCheck();
        counter.add(writes.acknowledged(), writes.unknown());
        return List.of(new Check(
                "counter",
                "acknowledged updates",
                (connection, setting, check) -> judged(counter, value(connection, setting), check)));
    }

    private static String judged(CounterCheck counter, long value, DataCheck check) {
        if (value < 0) {
            check.wrong("the counter's row is not there");
            return "";
        }
        return counter.judge(value, check);
    }

    /** Reads the counter. @return negative if the row is missing */
    private static long value(Connection connection, SqlAppContext setting) throws SQLException {
        return PlainSql.first(
                        connection,
                        "SELECT n FROM " + setting.name() + " WHERE counter = ?",
                        row -> row.getLong(1),
                        setting.texts().prefix())
                .orElse(-1L);
    }

    private static final class Raises implements SqlAppStatements {
        private final KeyValueFormat texts;
        private final PreparedStatement select;
        private final PreparedStatement update;
        private final PreparedStatement note;
        private final PreparedStatement noted;

        Raises(Connection connection, SqlAppContext setting) throws SQLException {
            boolean lock = setting.dialect().losesUpdates(connection);
            texts = setting.texts();
            select = connection.prepareStatement(
                    "SELECT n FROM " + setting.name() + " WHERE counter = ?" + (lock ? " FOR UPDATE" : ""));
            update = connection.prepareStatement("UPDATE " + setting.name() + " SET n = ? WHERE counter = ?");
            note = connection.prepareStatement("INSERT INTO " + setting.name(RAISES) + " (k, n) VALUES (?, ?)");
            noted = connection.prepareStatement("SELECT count(*) FROM " + setting.name(RAISES) + " WHERE k = ?");
        }

        @Override
        public Outcome write(KeyWrite write) throws SQLException {
            long value = read();
            if (value < 0) {
                return NO_ROW;
            }
            update.setLong(1, value + 1);
            update.setString(2, texts.prefix());
            if (update.executeUpdate() != 1) {
                return NO_ROW;
            }
            note.setString(1, texts.key(write.key()));
            note.setLong(2, value + 1);
            note.executeUpdate();
            return Outcome.OK;
        }

        private long read() throws SQLException {
            select.setString(1, texts.prefix());
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getLong(1) : -1;
            }
        }

        /** Reads whether the transaction of this key is in the table. */
        @Override
        public ObservedValue read(long key, int version) throws SQLException {
            noted.setString(1, texts.key(key));
            try (ResultSet row = noted.executeQuery()) {
                row.next();
                return row.getInt(1) == 1 ? new ObservedValue.Version(0) : new ObservedValue.Missing();
            }
        }
    }
}
