package squall.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import squall.spi.ClientBarrier;
import squall.spi.Load;
import squall.sql.SqlDialect.Language;

/** Barrier at which clients sign in by a row each; the primary key keeps the same client from doing so twice. */
public final class SqlClientBarrier implements ClientBarrier {
    private final SqlDatabase database;
    private final String clock;

    private SqlClientBarrier(SqlDatabase database, String clock) {
        this.database = database;
        this.clock = clock;
    }

    /** Creates the barrier as {@link Load#barrier}: empty where standard SQL has no clock that is independent of time zones. */
    public static Optional<ClientBarrier> of(SqlDatabase database) {
        return switch (database.dialect().language()) {
            case POSTGRESQL, COCKROACHDB, YUGABYTEDB ->
                Optional.of(new SqlClientBarrier(
                        database, "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)"));
            case MYSQL -> Optional.of(new SqlClientBarrier(database, "floor(unix_timestamp(sysdate(3)) * 1000)"));
            case STANDARD -> Optional.empty();
        };
    }

    @Override
    public long nowMs() throws IOException, InterruptedException {
        return database.administer("reading its clock", connection -> PlainSql.number(connection, "SELECT " + clock));
    }

    @Override
    public boolean enter(String run, int client, String host) throws IOException, InterruptedException {
        return database.administer("signing in to run " + run, connection -> {
            create(connection);
            String text =
                    "INSERT INTO " + TABLE + " (run_name, client, entered_ms, host) VALUES (?, ?, " + clock + ", ?)";
            try {
                return PlainSql.update(connection, text, run, client, host) == 1;
            } catch (SQLException e) {
                if (SqlErrors.code(e).startsWith("23")) { // integrity constraint violation: the key is taken
                    return false;
                }
                throw e;
            }
        });
    }

    @Override
    public SortedMap<Integer, Long> entered(String run) throws IOException, InterruptedException {
        return database.administer("looking for the clients of run " + run, connection -> {
            SortedMap<Integer, Long> found = new TreeMap<>();
            PlainSql.each(
                    connection,
                    "SELECT client, entered_ms FROM " + TABLE + " WHERE run_name = ?",
                    row -> found.put(row.getInt(1), row.getLong(2)),
                    run);
            return found;
        });
    }

    /** Creates the table; all clients do this at once, and one of them is first. */
    private void create(Connection connection) throws SQLException {
        String bytes = database.dialect().language() == Language.MYSQL ? " CHARACTER SET ascii" : "";
        try {
            PlainSql.execute(
                    connection,
                    "CREATE TABLE IF NOT EXISTS " + TABLE + " (run_name varchar(250)" + bytes
                            + " NOT NULL, client integer NOT NULL, entered_ms bigint NOT NULL, host varchar(255) NOT NULL,"
                            + " PRIMARY KEY (run_name, client))"
                            + database.dialect().tableOptions());
        } catch (SQLException e) {
            if (!database.dialect().existingTable(e)) {
                throw e;
            }
        }
    }
}
