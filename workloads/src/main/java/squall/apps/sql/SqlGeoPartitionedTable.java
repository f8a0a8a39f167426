package squall.apps.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import squall.apps.Profile;
import squall.apps.Setting;
import squall.apps.SqlApp;
import squall.apps.SqlSetting;
import squall.apps.Statements;
import squall.apps.Texts;
import squall.apps.Write;
import squall.check.Seen;
import squall.spi.Options;
import squall.spi.Outcome;

/** A table with a partition for each region, in a tablespace of its own if there are any. */
public final class SqlGeoPartitionedTable implements SqlApp {
    private static final int MOST_PARTITIONS = 1000;

    @Override
    public Profile profile() {
        return Profile.of(
                "SqlGeoPartitionedTable",
                "Inserts keys into a table that is partitioned by region; reads by region and key.",
                new Profile.Drive(2, 2, 1_000_000, -1, -1));
    }

    @Override
    public Set<String> options() {
        return Set.of("num_partitions", "tablespaces");
    }

    @Override
    public void require(Setting setting) {
        int partitions = partitions(setting.options());
        List<String> tablespaces = tablespaces(setting.options());
        if (!tablespaces.isEmpty() && tablespaces.size() != partitions) {
            throw new IllegalArgumentException(
                    "--tablespaces names " + tablespaces.size() + ", but --num_partitions is " + partitions);
        }
    }

    @Override
    public void create(Connection connection, SqlSetting setting) throws SQLException {
        Script.run(
                connection,
                "CREATE TABLE IF NOT EXISTS " + setting.name()
                        + " (region text, k text, v text, PRIMARY KEY (region, k)) PARTITION BY LIST (region)");
        List<String> tablespaces = tablespaces(setting.options());
        for (int i = 0; i < partitions(setting.options()); i++) {
            Script.run(
                    connection,
                    "CREATE TABLE IF NOT EXISTS " + setting.name("_" + i) + " PARTITION OF " + setting.name()
                            + " FOR VALUES IN ('region_" + i + "')"
                            + (tablespaces.isEmpty()
                                    ? ""
                                    : " TABLESPACE " + setting.dialect().identifier(tablespaces.get(i))));
        }
    }

    @Override
    public Statements prepare(Connection connection, SqlSetting setting) throws SQLException {
        return new Regional(connection, setting);
    }

    @Override
    public void survey(Connection connection, SqlSetting setting, Rows rows) throws SQLException {
        Texts texts = setting.texts();
        int partitions = partitions(setting.options());
        Script.each(
                connection, "SELECT k, region, v FROM " + setting.name() + " WHERE k LIKE ?", texts.prefix(), row -> {
                    long key = texts.number(row.getString(1));
                    String found = row.getString(2);
                    rows.row(
                            key,
                            found.equals(region(key, partitions))
                                    ? texts.seen(key, String.valueOf(row.getString(3)))
                                    : new Seen.Torn("it lies in " + found));
                });
    }

    private static int partitions(Options options) {
        return options.number("num_partitions", 2, 1, MOST_PARTITIONS);
    }

    private static List<String> tablespaces(Options options) {
        String names = options.text("tablespaces", "");
        return names.isEmpty() ? List.of() : List.of(names.split(",", -1));
    }

    private static String region(long key, int partitions) {
        return "region_" + key % partitions;
    }

    private static final class Regional implements Statements {
        private final Texts texts;
        private final int partitions;
        private final PreparedStatement insert;
        private final PreparedStatement update;
        private final PreparedStatement select;

        Regional(Connection connection, SqlSetting setting) throws SQLException {
            texts = setting.texts();
            partitions = partitions(setting.options());
            insert = connection.prepareStatement("INSERT INTO " + setting.name() + " (v, region, k) VALUES (?, ?, ?)");
            update = connection.prepareStatement("UPDATE " + setting.name() + " SET v = ? WHERE region = ? AND k = ?");
            select = connection.prepareStatement("SELECT v FROM " + setting.name() + " WHERE region = ? AND k = ?");
        }

        @Override
        public Outcome write(Write write) throws SQLException {
            PreparedStatement statement = write.isNew() ? insert : update;
            statement.setString(1, texts.value(write.key(), write.version()));
            statement.setString(2, region(write.key(), partitions));
            statement.setString(3, texts.key(write.key()));
            return statement.executeUpdate() == 1 ? Outcome.OK : NO_ROW;
        }

        @Override
        public Seen read(long key, int version) throws SQLException {
            select.setString(1, region(key, partitions));
            select.setString(2, texts.key(key));
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? texts.seen(key, String.valueOf(row.getString(1))) : new Seen.Missing();
            }
        }
    }
}
