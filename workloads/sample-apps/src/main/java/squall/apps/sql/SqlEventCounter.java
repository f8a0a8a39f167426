package squall.apps.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import squall.apps.AppContext;
import squall.apps.AppProfile;
import squall.apps.KeyValueFormat;
import squall.apps.KeyWrite;
import squall.apps.SqlAppContext;
import squall.apps.SqlAppStatements;
import squall.check.ObservedValue;
import squall.spi.Outcome;
import squall.sql.PlainSql;
import squall.sql.TableColumns;

/** Workload that reads and raises a counter in one transaction, which must read the number that was acknowledged last. */
public final class SqlEventCounter implements SurveyedApp {
    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "SqlEventCounter",
                        "Reads a counter and raises it, in one transaction; no read may miss an acknowledged raise.",
                        new AppProfile.Drive(1, 10, 1000, -1, -1))
                .withTable("event_counters")
                .inTransactions("repeatable-read")
                .withoutValues("a counter has no value to fill up");
    }

    @Override
    public List<TableColumns> columns(AppContext setting) {
        return List.of(TableColumns.of(setting.table(), "event", "counter"));
    }

    @Override
    public void create(Connection connection, SqlAppContext setting) throws SQLException {
        PlainSql.execute(
                connection,
                setting.createTable(
                        setting.name(), "event " + setting.keyText() + " PRIMARY KEY, counter int NOT NULL"));
    }

    @Override
    public SqlAppStatements prepare(Connection connection, SqlAppContext setting) throws SQLException {
        return new Counters(connection, setting);
    }

    @Override
    public Survey survey(SqlAppContext setting) {
        return new Survey(
                "SELECT event, counter FROM " + setting.name() + " WHERE event LIKE ?",
                (key, row) -> seen(row.getInt(2)));
    }

    private static ObservedValue seen(int counter) {
        return counter < 0 ? new ObservedValue.Torn("the counter is " + counter) : new ObservedValue.Version(counter);
    }

    private static final class Counters implements SqlAppStatements {
        private final KeyValueFormat texts;
        private final PreparedStatement insert;
        private final PreparedStatement select;
        private final PreparedStatement update;

        Counters(Connection connection, SqlAppContext setting) throws SQLException {
            texts = setting.texts();
            insert = connection.prepareStatement("INSERT INTO " + setting.name() + " (event, counter) VALUES (?, 0)");
            select = connection.prepareStatement("SELECT counter FROM " + setting.name() + " WHERE event = ?");
            update = connection.prepareStatement("UPDATE " + setting.name() + " SET counter = ? WHERE event = ?");
        }

        @Override
        public Outcome write(KeyWrite write) throws SQLException {
            String event = texts.key(write.key());
            if (write.isNew()) {
                insert.setString(1, event);
                return insert.executeUpdate() == 1 ? Outcome.OK : NO_ROW;
            }
            if (!read(write.key(), write.version()).equals(new ObservedValue.Version(write.version() - 1))) {
                return STALE;
            }
            update.setInt(1, write.version());
            update.setString(2, event);
            return update.executeUpdate() == 1 ? Outcome.OK : NO_ROW;
        }

        @Override
        public ObservedValue read(long key, int version) throws SQLException {
            select.setString(1, texts.key(key));
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? seen(row.getInt(1)) : new ObservedValue.Missing();
            }
        }
    }
}
