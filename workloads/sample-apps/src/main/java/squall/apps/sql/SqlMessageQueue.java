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

/** Workload of numbered messages: each follows the last one that the database shows. Reads must find the newest without gaps. */
public final class SqlMessageQueue implements SurveyedApp {
    private static final int NEWEST = 100;

    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "SqlMessageQueue",
                        "Publishes a message under a ticker's next number; reads the newest hundred of one.",
                        new AppProfile.Drive(1, 10, 1000, -1, -1))
                .withTable("message_queue")
                .inTransactions("repeatable-read")
                .withoutMySql("it needs INSERT … SELECT … RETURNING, which MySQL and TiDB do not have")
                .withoutValues("a message has no value to fill up");
    }

    @Override
    public List<TableColumns> columns(AppContext setting) {
        return List.of(TableColumns.of(setting.table(), "ticker", "sequence_number", "stock_level"));
    }

    @Override
    public void create(Connection connection, SqlAppContext setting) throws SQLException {
        PlainSql.execute(
                connection,
                "CREATE TABLE IF NOT EXISTS " + setting.name() + " (ticker text, sequence_number int,"
                        + " stock_level int NOT NULL, PRIMARY KEY (ticker, sequence_number))");
    }

    @Override
    public SqlAppStatements prepare(Connection connection, SqlAppContext setting) throws SQLException {
        return new Queue(connection, setting);
    }

    @Override
    public Survey survey(SqlAppContext setting) {
        return new Survey(
                "SELECT ticker, max(sequence_number), sum(stock_level) FROM " + setting.name()
                        + " WHERE ticker LIKE ? GROUP BY ticker",
                (key, row) -> seen(row, 2, 0));
    }

    /** @param from the first number that was asked for; each message has a level of 1 */
    private static ObservedValue seen(ResultSet row, int column, int from) throws SQLException {
        int last = row.getInt(column);
        long levels = row.getLong(column + 1);
        return levels == last - from + 1L
                ? new ObservedValue.Version(last)
                : new ObservedValue.Torn("messages " + from + " to " + last + " have a level of " + levels + " in all");
    }

    private static final class Queue implements SqlAppStatements {
        private final KeyValueFormat texts;
        private final PreparedStatement publish;
        private final PreparedStatement newest;

        Queue(Connection connection, SqlAppContext setting) throws SQLException {
            texts = setting.texts();
            publish = connection.prepareStatement("INSERT INTO " + setting.name()
                    + " (ticker, sequence_number, stock_level) SELECT ?, coalesce(max(sequence_number), -1) + 1, 1 FROM "
                    + setting.name() + " WHERE ticker = ? RETURNING sequence_number");
            newest = connection.prepareStatement("SELECT max(sequence_number), sum(stock_level) FROM " + setting.name()
                    + " WHERE ticker = ? AND sequence_number >= ?");
        }

        @Override
        public Outcome write(KeyWrite write) throws SQLException {
            publish.setString(1, texts.key(write.key()));
            publish.setString(2, texts.key(write.key()));
            try (ResultSet row = publish.executeQuery()) {
                return row.next() && row.getInt(1) == write.version() ? Outcome.OK : STALE;
            }
        }

        @Override
        public ObservedValue read(long key, int version) throws SQLException {
            int from = Math.max(0, version - NEWEST + 1);
            newest.setString(1, texts.key(key));
            newest.setInt(2, from);
            try (ResultSet row = newest.executeQuery()) {
                boolean any = row.next() && row.getObject(1) != null;
                return any ? SqlMessageQueue.seen(row, 1, from) : new ObservedValue.Missing();
            }
        }
    }
}
