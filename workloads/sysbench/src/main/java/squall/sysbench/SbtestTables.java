package squall.sysbench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import squall.engine.ParallelActions;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;
import squall.sql.SqlDialect.Language;
import squall.sql.TableColumns;
import squall.sysbench.OltpSettings.OltpTest;
import squall.sysbench.OltpSettings.SbtestData;

/**
 * The tables sbtest1, sbtest2, … as sysbench lays them out: made, filled, read into the caches, dropped.
 *
 * @param say hears what is done, one line each
 */
public record SbtestTables(SqlDatabase database, SbtestData data, Consumer<String> say) {
    private static final List<String> COLUMNS = List.of("id", "k", "c", "pad");
    private static final int ROWS_A_FETCH = 10_000;

    /** Returns the name of a table. @param number from 1 */
    static String name(int number) {
        return "sbtest" + number;
    }

    /**
     * Checks, before anything is changed, that the database can number rows.
     *
     * @throws IllegalArgumentException if the database cannot number rows by itself in a way that is known here
     */
    public void require() {
        if (data.autoInc() && database.dialect().language() == Language.STANDARD) {
            throw new IllegalArgumentException("how a column numbers itself is not known for "
                    + database.dialect().product() + ": give --auto-inc=off");
        }
    }

    /**
     * Looks for the tables before anything is changed.
     *
     * @return whether all of them are there
     * @throws IllegalArgumentException if one is there with other columns
     */
    public boolean exist() throws IOException, InterruptedException {
        List<List<String>> found = found();
        for (int i = 0; i < found.size(); i++) {
            new TableColumns(name(i + 1), COLUMNS)
                    .require(found.get(i), "drop it with the command cleanup, then make it with prepare");
        }
        return found.stream().noneMatch(List::isEmpty);
    }

    /** Names the first table that is missing, and says how to make it. */
    public String missing() throws IOException, InterruptedException {
        return "there is no table " + first(List::isEmpty).getFirst() + " for " + data.tables()
                + " tables: make them with the command prepare, or give --tables as many as there are";
    }

    /** Names the first table that is there, with any columns; empty if none is. */
    public List<String> existing() throws IOException, InterruptedException {
        return first(columns -> !columns.isEmpty());
    }

    private List<String> first(Predicate<List<String>> wanted) throws IOException, InterruptedException {
        List<List<String>> found = found();
        return IntStream.range(0, found.size())
                .filter(i -> wanted.test(found.get(i)))
                .mapToObj(i -> name(i + 1))
                .limit(1)
                .toList();
    }

    /** Reads the columns of each table, in order; none where it is missing. */
    private List<List<String>> found() throws IOException, InterruptedException {
        return database.administer("looking for the tables", connection -> {
            List<List<String>> found = new ArrayList<>();
            for (int number = 1; number <= data.tables(); number++) {
                found.add(database.columns(connection, name(number)));
            }
            return found;
        });
    }

    /**
     * Makes the tables, fills them with several connections at a time, then makes their indexes.
     *
     * @param rows as a function of the seed
     * @throws IOException if a table is there already, or the database refuses; what was made stays for {@link #drop}
     */
    public void prepare(SbtestRows rows, int connections) throws IOException, InterruptedException {
        for (int number = 1; number <= data.tables(); number++) {
            say.accept("Creating table '" + name(number) + "'...");
            database.execute("creating table " + name(number), ddl(number));
        }
        if (rows.count() > 0) {
            say.accept("Inserting " + rows.count() + " records into each of " + data.tables() + " tables"
                    + (database.copies() ? " with COPY" : "") + ", " + connections + " connections");
            new SbtestLoader(database, rows).load(data.tables(), connections);
        }
        parallel(connections, number -> finish(number, rows.count()));
    }

    /** Reads all rows and the index once, so that a run does not begin with cold caches. */
    public void prewarm(int connections) throws IOException, InterruptedException {
        parallel(connections, number -> {
            say.accept("Prewarming table " + name(number));
            database.administer("prewarming table " + name(number), connection -> {
                PlainSql.any(connection, "SELECT AVG(LENGTH(c) + LENGTH(pad)) FROM " + name(number));
                return PlainSql.any(connection, "SELECT COUNT(*) FROM " + name(number) + " WHERE k >= 0");
            });
        });
    }

    /** Drops the tables that are there. */
    public void drop() throws IOException, InterruptedException {
        for (int number = 1; number <= data.tables(); number++) {
            say.accept("Dropping table '" + name(number) + "'...");
            database.execute("dropping table " + name(number), "DROP TABLE IF EXISTS " + name(number));
        }
    }

    /** Row count, sum and highest id of a table. @param kSum of column k @param lastId the highest id, 0 where there is none */
    record TableContents(long rows, long kSum, long lastId) {}

    /** Reads the contents of each table, in order. @param written whether a run wrote, as {@link SqlDatabase#lookUp} takes it */
    List<TableContents> contents(boolean written) throws IOException, InterruptedException {
        return database.lookUp("counting the tables", written, connection -> {
            List<TableContents> all = new ArrayList<>();
            for (int number = 1; number <= data.tables(); number++) {
                all.add(PlainSql.row(
                        connection,
                        "SELECT COUNT(*), SUM(k), MAX(id) FROM " + name(number),
                        row -> new TableContents(row.getLong(1), row.getLong(2), row.getLong(3))));
            }
            return all;
        });
    }

    /** Reads the fingerprints of column c of all rows whose id is higher. */
    long[] fingerprints(int number, long aboveId) throws IOException, InterruptedException {
        return database.lookUp("reading table " + name(number), true, connection -> {
            connection.setAutoCommit(false); // only then are rows fetched in portions
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT c FROM " + name(number) + " WHERE id > ?")) {
                statement.setFetchSize(ROWS_A_FETCH);
                statement.setLong(1, aboveId);
                try (ResultSet rows = statement.executeQuery()) {
                    long[] found = new long[64];
                    int size = 0;
                    while (rows.next()) {
                        if (size == found.length) {
                            found = Arrays.copyOf(found, size * 2);
                        }
                        found[size++] = DigitText.fingerprint(rows.getString(1));
                    }
                    return Arrays.copyOf(found, size);
                }
            }
        });
    }

    private interface Step {
        void on(int table) throws IOException, InterruptedException;
    }

    /** Returns the statement that creates a table, with rows in the order of ids where the database supports that. */
    private String ddl(int number) {
        Language language = database.dialect().language();
        boolean mysql = language == Language.MYSQL;
        boolean serial = data.autoInc() && language != Language.STANDARD && !mysql;
        String key = language == Language.YUGABYTEDB ? "PRIMARY KEY (id ASC)" : "PRIMARY KEY (id)";
        return "CREATE TABLE " + name(number) + " (id " + (serial ? "SERIAL" : "INTEGER") + " NOT NULL"
                + (mysql && data.autoInc() ? " AUTO_INCREMENT" : "") + ","
                + " k INTEGER DEFAULT 0 NOT NULL, c CHAR(120) DEFAULT '' NOT NULL, pad CHAR(60) DEFAULT '' NOT NULL, "
                + key + ")" + database.dialect().tableOptions();
    }

    /** Creates the index after the rows are loaded, and sets the number from which the database continues. */
    private void finish(int number, int lastId) throws IOException, InterruptedException {
        if (data.secondaryIndex()) {
            say.accept("Creating a secondary index on '" + name(number) + "'...");
            database.execute(
                    "creating the index of " + name(number),
                    "CREATE INDEX k_" + number + " ON " + name(number) + "(k)");
        }
        Language language = database.dialect().language();
        // CockroachDB's SERIAL draws numbers far above those that were loaded.
        if (data.autoInc() && lastId > 0 && (language == Language.POSTGRESQL || language == Language.YUGABYTEDB)) {
            database.administer(
                    "setting the sequence of " + name(number),
                    connection -> PlainSql.any(
                            connection,
                            "SELECT setval(pg_get_serial_sequence('" + name(number) + "', 'id'), " + lastId + ")"));
        }
        if (language == Language.POSTGRESQL || language == Language.YUGABYTEDB) {
            database.execute("analyzing " + name(number), "ANALYZE " + name(number));
        }
    }

    /** Does this to each table, several at a time. */
    private void parallel(int connections, Step step) throws IOException, InterruptedException {
        AtomicLong next = new AtomicLong(1);
        new ParallelActions().onEach(workers(Math.min(connections, data.tables())), worker -> {
            for (long number = next.getAndIncrement(); number <= data.tables(); number = next.getAndIncrement()) {
                step.on((int) number);
            }
        });
    }

    private static List<Integer> workers(int connections) {
        return IntStream.range(0, connections).boxed().toList();
    }

    /** Loader that fills tables in chunks, which several connections take in turn. */
    private record SbtestLoader(SqlDatabase database, SbtestRows rows) {
        private static final int ROWS_A_CHUNK = 10_000;
        private static final int ROWS_A_STATEMENT = 100;

        /** Maximum number of times that a chunk which collided with another transaction is sent. */
        private static final int TRIES = 10;

        /** Loads all rows of so many tables. */
        void load(int tables, int connections) throws IOException, InterruptedException {
            long chunksPerTable = (rows.count() + ROWS_A_CHUNK - 1L) / ROWS_A_CHUNK;
            AtomicLong next = new AtomicLong();
            new ParallelActions()
                    .onEach(
                            IntStream.range(0, connections).boxed().toList(),
                            worker -> database.administer("loading", connection -> {
                                long chunk = next.getAndIncrement();
                                while (chunk < chunksPerTable * tables) {
                                    int from = Math.toIntExact(chunk % chunksPerTable * ROWS_A_CHUNK + 1);
                                    int to = (int) Math.min(rows.count(), from + ROWS_A_CHUNK - 1L);
                                    send(connection, new Chunk((int) (chunk / chunksPerTable) + 1, from, to));
                                    chunk = next.getAndIncrement();
                                }
                                return true;
                            }));
        }

        /** Range of rows of a table. @param to the last id */
        private record Chunk(int table, int from, int to) {}

        private void send(Connection connection, Chunk chunk) throws SQLException {
            for (int tries = 1; ; tries++) {
                try {
                    if (database.copies()) {
                        copy(connection, chunk);
                    } else {
                        insert(connection, chunk);
                    }
                    return;
                } catch (SQLException e) {
                    if (tries == TRIES || !database.dialect().collided(e)) {
                        throw e;
                    }
                }
            }
        }

        private void copy(Connection connection, Chunk chunk) throws SQLException {
            var lines = new ByteArrayOutputStream(200 * (chunk.to() - chunk.from() + 1));
            for (int id = chunk.from(); id <= chunk.to(); id++) {
                SbtestRows.Row row = rows.at(chunk.table(), id);
                String line = id + "\t" + row.k() + "\t" + row.c() + "\t" + row.pad() + "\n";
                lines.writeBytes(line.getBytes(StandardCharsets.US_ASCII));
            }
            byte[] bytes = lines.toByteArray();
            database.copy(
                    connection,
                    "COPY " + SbtestTables.name(chunk.table()) + " (id, k, c, pad) FROM STDIN",
                    bytes,
                    bytes.length);
        }

        private void insert(Connection connection, Chunk chunk) throws SQLException {
            for (int from = chunk.from(); from <= chunk.to(); from += ROWS_A_STATEMENT) {
                int count = Math.min(ROWS_A_STATEMENT, chunk.to() - from + 1);
                String sql = "INSERT INTO " + SbtestTables.name(chunk.table()) + " (id, k, c, pad) VALUES (?, ?, ?, ?)"
                        + ", (?, ?, ?, ?)".repeat(count - 1);
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    int at = 1;
                    for (int id = from; id < from + count; id++) {
                        SbtestRows.Row row = rows.at(chunk.table(), id);
                        statement.setInt(at++, id);
                        statement.setInt(at++, row.k());
                        statement.setString(at++, row.c());
                        statement.setString(at++, row.pad());
                    }
                    statement.executeUpdate();
                }
            }
        }
    }

    /**
     * The rows that tables are filled with, as a function of the seed. Pure; may be asked from any thread.
     *
     * @param count of the rows of each table
     */
    public record SbtestRows(SbtestData data, RandomDistribution distribution, long seed, int count) {
        /** Rows of one table are this far from those of the next, which has as many ids as an int. */
        private static final long TABLE = 1L << 32;

        /** Creates as many rows as the tables are to have. */
        public SbtestRows(SbtestData data, RandomDistribution distribution, long seed) {
            this(data, distribution, seed, data.rowsPerTable());
        }

        /** Returns no rows where the test will insert ids of its own choice, as they might collide with those of the rows. */
        public SbtestRows forTest(OltpTest test) {
            boolean ownIds = test == OltpTest.OLTP_INSERT && !data.autoInc();
            return new SbtestRows(data, distribution, seed, ownIds ? 0 : count);
        }

        /** Row of a table without its id. */
        record Row(int k, String c, String pad) {}

        Row at(int table, int id) {
            EventRandom random = new EventRandom().restart(~seed, table * TABLE + id);
            int k = distribution.draw(random, 1, Math.max(1, data.rowsPerTable()));
            return new Row(k, DigitText.of(random, DigitText.C_GROUPS), DigitText.of(random, DigitText.PAD_GROUPS));
        }
    }
}
