package squall.tpcc.loading;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;
import squall.tpcc.population.NuRandConstants;

/**
 * Record that loads keep in the database of their work: a row of {@code squall_tpcc} with what all of them must agree on, and one of
 * {@code squall_tpcc_warehouse} for each warehouse that is loaded completely, number 0 standing for the items. Any thread.
 */
record LoadNotes(SqlDatabase database) {
    /** Stands for the items, which belong to no warehouse. */
    static final int ITEMS = 0;

    private static final Set<String> NO_SUCH_TABLE = Set.of("42P01", "42S02");

    /** Seen as a table, as its row in the catalogue, or as the one row that is in it. */
    private static final Set<String> ANOTHER_WAS_FIRST = Set.of("42P07", "42710", "42S01", "23505");

    private static final String LOAD_TABLE =
            "CREATE TABLE IF NOT EXISTS squall_tpcc (id int PRIMARY KEY, seed bigint NOT NULL,"
                    + " warehouses int NOT NULL, c_last int NOT NULL, loaded_at timestamp NOT NULL, completed boolean NOT NULL)";

    private static final String WAREHOUSE_TABLE =
            "CREATE TABLE IF NOT EXISTS squall_tpcc_warehouse (w_id int PRIMARY KEY)";

    private static final String READ =
            "SELECT seed, warehouses, c_last, loaded_at, completed FROM squall_tpcc WHERE id = 1";

    Optional<LoadedData> read() throws IOException, InterruptedException {
        return database.administer("reading the record of the load", connection -> {
            try {
                SortedSet<Integer> finished = new TreeSet<>(
                        PlainSql.rows(connection, "SELECT w_id FROM squall_tpcc_warehouse", row -> row.getInt(1)));
                return PlainSql.first(connection, READ, row -> read(row, finished));
            } catch (SQLException e) {
                if (NO_SUCH_TABLE.contains(String.valueOf(e.getSQLState()))) {
                    return Optional.empty();
                }
                throw e;
            }
        });
    }

    /** Notes that a load begins, unless another client has: then that note counts. */
    void begin(long seed, int warehouses, LocalDateTime moment) throws IOException, InterruptedException {
        database.administer("recording the start of a load", connection -> {
            unlessAnother(connection, LOAD_TABLE);
            unlessAnother(connection, WAREHOUSE_TABLE);
            return unlessAnother(
                    connection,
                    "INSERT INTO squall_tpcc (id, seed, warehouses, c_last, loaded_at, completed) VALUES (1, ?, ?, ?, ?, ?)",
                    seed,
                    warehouses,
                    NuRandConstants.lastNameLoad(seed),
                    moment,
                    false);
        });
    }

    /** Notes that all rows of this warehouse are loaded. */
    void finish(int warehouse) throws IOException, InterruptedException {
        change("noting a warehouse", "INSERT INTO squall_tpcc_warehouse (w_id) VALUES (?)", warehouse);
    }

    /** Deletes the note that this warehouse is loaded; number {@link #ITEMS} stands for the items. */
    void retract(int warehouse) throws IOException, InterruptedException {
        change("taking back a warehouse", "DELETE FROM squall_tpcc_warehouse WHERE w_id = ?", warehouse);
    }

    /** Notes that indexes and foreign keys are there. */
    void complete() throws IOException, InterruptedException {
        change("noting that the load is complete", "UPDATE squall_tpcc SET completed = ? WHERE id = 1", true);
    }

    private void change(String what, String sql, Object value) throws IOException, InterruptedException {
        database.administer(what, connection -> PlainSql.update(connection, sql, value) > 0);
    }

    private static LoadedData read(ResultSet row, SortedSet<Integer> finished) throws SQLException {
        return new LoadedData(
                row.getLong(1),
                row.getInt(2),
                row.getInt(3),
                row.getObject(4, LocalDateTime.class),
                finished.tailSet(ITEMS + 1),
                finished.contains(ITEMS),
                row.getBoolean(5));
    }

    private static boolean unlessAnother(Connection connection, String sql, Object... values) throws SQLException {
        try {
            return PlainSql.update(connection, sql, values) > 0;
        } catch (SQLException e) {
            if (ANOTHER_WAS_FIRST.contains(String.valueOf(e.getSQLState()))) {
                return false;
            }
            throw e;
        }
    }
}
