package squall.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.QueryExecutionException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import squall.spi.ClientBarrier;
import squall.system.PollDeadline;

/**
 * Barrier at which clients sign in by a conditional insert each. The clock is that of the node that coordinates the statement; nodes keep
 * theirs in step with each other, or conditional writes and timestamps would not work either.
 */
public final class CqlClientBarrier implements ClientBarrier {
    /**
     * Limit of retries where a node does not know the table yet that another has just created, or conditional writes to one partition,
     * which wait for each other, timed out.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final long PAUSE_MS = 200;

    private final CqlDatabase database;
    private final String table;
    /** Mark by which this client recognizes its own row when the answer to the write was lost. */
    private final String ownMark = UUID.randomUUID().toString();

    /** @param keyspace in which the table is created */
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
        database.administer("creating table " + table, ddl());
        String insert = "INSERT INTO " + table + " (run_name, client, entered_ms, host, mark) VALUES (" + text(run)
                + ", " + client + ", toUnixTimestamp(now()), " + text(host) + ", '" + ownMark + "') IF NOT EXISTS";
        Row answer = first(asked("signing in to run " + run, insert));
        return answer.getBoolean("[applied]") || ownMark.equals(answer.getString("mark"));
    }

    /**
     * Returns the statement that creates the table. All clients send it at the same time, maybe to different nodes. Nodes of Cassandra that
     * create a table concurrently each give it an id, and do not agree afterwards; so the id is in the statement.
     */
    private String ddl() {
        String number =
                UUID.nameUUIDFromBytes(table.getBytes(StandardCharsets.UTF_8)).toString();
        return "CREATE TABLE IF NOT EXISTS " + table
                + " (run_name text, client int, entered_ms bigint, host text, mark text, PRIMARY KEY (run_name, client))"
                + (database.dialect().cassandra() ? " WITH id = '" + number + "'" : "");
    }

    /** Executes a statement that may be repeated: a read, or the insert of a row that is recognized by its mark. */
    private List<Row> asked(String what, String cql) throws IOException, InterruptedException {
        PollDeadline limit = PollDeadline.in(PATIENCE);
        while (true) {
            try {
                return database.administer(what, cql);
            } catch (IOException e) {
                if (!passing(e) || limit.passed()) {
                    throw e;
                }
                Thread.sleep(PAUSE_MS);
            }
        }
    }

    /** Returns whether a node may not know the table yet, or was too busy. */
    private static boolean passing(IOException failure) {
        return failure.getCause() instanceof QueryExecutionException
                || failure.getCause() instanceof InvalidQueryException
                // a node of Cassandra that learns of the table in mid-statement fails with its own
                // IllegalArgumentException
                || (failure.getCause() instanceof ServerError
                        && String.valueOf(failure.getMessage()).contains("Unknown CF"));
    }

    /** Returns whether any client has signed in to this run, as far as one node knows, which may not know the table yet. Queries once. */
    boolean known(String run) throws IOException, InterruptedException {
        try {
            return !database.administer("looking for the clients of run " + run, rows(run))
                    .isEmpty();
        } catch (IOException e) {
            if (passing(e)) {
                return false;
            }
            throw e;
        }
    }

    private String rows(String run) {
        return "SELECT client, entered_ms FROM " + table + " WHERE run_name = " + text(run);
    }

    /** {@inheritDoc} A row that is seen at all stays, so that no serial read is needed, for which clients would wait too. */
    @Override
    public SortedMap<Integer, Long> entered(String run) throws IOException, InterruptedException {
        SortedMap<Integer, Long> found = new TreeMap<>();
        for (Row row : asked("looking for the clients of run " + run, rows(run))) {
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
