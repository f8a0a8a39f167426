package squall.apps.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import squall.apps.AppContext;
import squall.apps.AppProfile;
import squall.apps.KeyValueFormat;
import squall.apps.KeyWrite;
import squall.apps.SqlAppContext;
import squall.apps.SqlAppStatements;
import squall.check.ObservedValue;
import squall.spi.Options;
import squall.spi.Outcome;
import squall.sql.PlainSql;
import squall.sql.SqlDialect.Language;
import squall.sql.TableColumns;

/** Workload over a table with a partition for each region, in a tablespace of its own if tablespaces are named. */
public final class SqlGeoPartitionedTable implements SurveyedApp {
    private static final int MOST_PARTITIONS = 1000;

    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "SqlGeoPartitionedTable",
                        "Inserts keys into a table that is partitioned by region; reads by region and key.",
                        new AppProfile.Drive(2, 2, 1_000_000, -1, -1))
                .withoutMySql("its table is partitioned with the statements of PostgreSQL");
    }

    @Override
    public Set<String> options() {
        return Set.of("num_partitions", "tablespaces");
    }

    @Override
    public void require(AppContext setting) {
        int partitions = partitions(setting.options());
        List<String> tablespaces = tablespaces(setting.options());
        if (!tablespaces.isEmpty() && tablespaces.size() != partitions) {
            throw new IllegalArgumentException(
                    "--tablespaces names " + tablespaces.size() + ", but --num_partitions is " + partitions);
        }
    }

    @Override
    public List<TableColumns> columns(AppContext setting) {
        return List.of(TableColumns.of(setting.table(), "region", "k", "v"));
    }

    @Override
    public void create(Connection connection, SqlAppContext setting) throws SQLException {
        String table = "CREATE TABLE IF NOT EXISTS " + setting.name()
                + " (region text, k text, v text, PRIMARY KEY (region, k)) PARTITION BY LIST (region)";
        int partitions = partitions(setting.options());
        List<String> tablespaces = tablespaces(setting.options());
        if (setting.dialect().language() == Language.COCKROACHDB) {
            if (!tablespaces.isEmpty()) {
                throw new SQLException("CockroachDB has no tablespaces: omit --tablespaces", "0A000");
            }
            // Partitions are parts of the table there, not tables of their own.
            PlainSql.execute(
                    connection,
                    IntStream.range(0, partitions)
                            .mapToObj(i -> "PARTITION p" + i + " VALUES IN ('region_" + i + "')")
                            .collect(Collectors.joining(", ", table + " (", ")")));
            return;
        }
        PlainSql.execute(connection, table);
        for (int i = 0; i < partitions; i++) {
            PlainSql.execute(
                    connection,
                    "CREATE TABLE IF NOT EXISTS " + setting.name("_" + i) + " PARTITION OF " + setting.name()
                            + " FOR VALUES IN ('region_" + i + "')"
                            + (tablespaces.isEmpty()
                                    ? ""
                                    : " TABLESPACE " + setting.dialect().identifier(tablespaces.get(i))));
        }
    }

    @Override
    public SqlAppStatements prepare(Connection connection, SqlAppContext setting) throws SQLException {
        return new Regional(connection, setting);
    }

    @Override
    public Survey survey(SqlAppContext setting) {
        int partitions = partitions(setting.options());
        return new Survey("SELECT k, region, v FROM " + setting.name() + " WHERE k LIKE ?", (key, row) -> {
            String found = row.getString(2);
            return found.equals(region(key, partitions))
                    ? setting.texts().seen(key, String.valueOf(row.getString(3)))
                    : new ObservedValue.Torn("it lies in " + found);
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

    private static final class Regional implements SqlAppStatements {
        private final KeyValueFormat texts;
        private final int partitions;
        private final PreparedStatement insert;
        private final PreparedStatement update;
        private final PreparedStatement select;

        Regional(Connection connection, SqlAppContext setting) throws SQLException {
            texts = setting.texts();
            partitions = partitions(setting.options());
            insert = connection.prepareStatement("INSERT INTO " + setting.name() + " (v, region, k) VALUES (?, ?, ?)");
            update = connection.prepareStatement("UPDATE " + setting.name() + " SET v = ? WHERE region = ? AND k = ?");
            select = connection.prepareStatement("SELECT v FROM " + setting.name() + " WHERE region = ? AND k = ?");
        }

        @Override
        public Outcome write(KeyWrite write) throws SQLException {
            PreparedStatement statement = write.isNew() ? insert : update;
            statement.setString(1, texts.value(write.key(), write.version()));
            statement.setString(2, region(write.key(), partitions));
            statement.setString(3, texts.key(write.key()));
            return statement.executeUpdate() == 1 ? Outcome.OK : NO_ROW;
        }

        @Override
        public ObservedValue read(long key, int version) throws SQLException {
            select.setString(1, region(key, partitions));
            select.setString(2, texts.key(key));
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? texts.seen(key, String.valueOf(row.getString(1))) : new ObservedValue.Missing();
            }
        }
    }
}
