package squall.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import squall.spi.ClientBarrier;

/**
 * Clients sign in by a conditional insert each. The clock is that of the node that coordinates the statement; nodes keep theirs in step with
 * each other, or conditional writes and timestamps would not work either.
 */
public final class CqlClientBarrier implements ClientBarrier {
    private final CqlDatabase database;
    private final String table;

    /** @param keyspace in which the table is made */
    public CqlClientBarrier(CqlDatabase database, Keyspace keyspace) {
        this.database = database;
        this.table = CqlNames.written(keyspace.name()) + "." + TABLE;
    }

    @Override
    public long nowMs() throws IOException, InterruptedException {
        return first(database.administer("reading its clock", "SELECT toUnixTimestamp(now()) FROM system.local"))
                .getLong(0);
    }

    @Override
    public boolean enter(String run, int client, String host) throws IOException, InterruptedException {
        database.administer(
                "creating table " + table,
                "CREATE TABLE IF NOT EXISTS " + table
                        + " (run_name text, client int, entered_ms bigint, host text, PRIMARY KEY (run_name, client))");
        return first(database.administer(
                        "signing in to run " + run,
                        "INSERT INTO " + table + " (run_name, client, entered_ms, host) VALUES (" + text(run) + ", "
                                + client + ", toUnixTimestamp(now()), " + text(host) + ") IF NOT EXISTS"))
                .getBoolean("[applied]");
    }

    @Override
    public SortedMap<Integer, Long> entered(String run) throws IOException, InterruptedException {
        SortedMap<Integer, Long> found = new TreeMap<>();
        for (Row row : database.readSerially(
                "looking for the clients of run " + run,
                "SELECT client, entered_ms FROM " + table + " WHERE run_name = " + text(run))) {
            found.put(row.getInt(0), row.getLong(1));
        }
        return found;
    }

    private static Row first(List<Row> rows) throws IOException {
        if (rows.isEmpty()) {
            throw new IOException("the database answered with no row where there must be one");
        }
        return rows.getFirst();
    }

    private static String text(String value) {
        return "'" + value.replace("'", "''") + "'";
    }
}
