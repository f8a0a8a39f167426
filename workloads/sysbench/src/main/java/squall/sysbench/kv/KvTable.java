package squall.sysbench.kv;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import squall.engine.ParallelActions;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;
import squall.sql.SqlDialect.Language;
import squall.sql.TableColumns;
import squall.sysbench.kv.KvSettings.KvKeys;
import squall.system.HumanNumbers;

/** The table kv of a key and a value: made, split, filled, asked, dropped. */
public final class KvTable {
    private static final String NAME = "kv";
    private static final TableColumns COLUMNS = TableColumns.of(NAME, "k", "v");
    private static final int ROWS_A_STATEMENT = 500;

    /**
     * Maximum number of partitions, as squall.sql has it for its own tables: each statement that is not about one key locks every
     * partition.
     */
    private static final int MOST_PARTITIONS = 1_000;

    private final SqlDatabase database;

    /** @throws IllegalArgumentException if how rows are written over is not known of this database */
    public KvTable(SqlDatabase database) {
        if (database.dialect().language() == Language.STANDARD) {
            throw new IllegalArgumentException("kv writes rows whether or not they are there, and how that is said is"
                    + " known for CockroachDB, PostgreSQL, YugabyteDB, MariaDB, TiDB and MySQL, not for "
                    + database.dialect().product());
        }
        this.database = database;
    }

    /**
     * Looks for the table before anything is changed.
     *
     * @return whether it is there
     * @throws IllegalArgumentException if it is there with other columns
     */
    public boolean exists() throws IOException, InterruptedException {
        COLUMNS.require(database, "replace it with bin/kv init --drop");
        return taken();
    }

    /** Tells whether there is a table of this name, with any columns. */
    public boolean taken() throws IOException, InterruptedException {
        return COLUMNS.exists(database);
    }

    /**
     * Returns the statements that create the table. @param splits how often it is cut in the beginning @throws IllegalArgumentException if
     * it cannot
     */
    List<String> ddl(KvKeys keys, int splits) {
        List<Long> cuts = keys.cuts(splits);
        String columns = " (k BIGINT NOT NULL, v BYTEA NOT NULL, PRIMARY KEY (k";
        List<String> statements = new ArrayList<>();
        switch (database.dialect().language()) {
            case COCKROACHDB -> {
                statements.add("CREATE TABLE " + NAME + columns + "))");
                if (splits > 0) {
                    statements.add("ALTER TABLE " + NAME + " SPLIT AT VALUES " + inBrackets(cuts));
                }
            }
            case YUGABYTEDB ->
                statements.add("CREATE TABLE " + NAME + columns + " ASC))"
                        + (splits == 0 ? "" : " SPLIT AT VALUES (" + inBrackets(cuts) + ")"));
            case MYSQL -> {
                if (splits > 0) {
                    throw new IllegalArgumentException(
                            "--splits is not supported on " + database.dialect().product() + ": omit it");
                }
                statements.add("CREATE TABLE " + NAME
                        + " (k BIGINT NOT NULL, v LONGBLOB NOT NULL, PRIMARY KEY (k))"
                        + database.dialect().tableOptions());
            }
            case POSTGRESQL, STANDARD -> {
                if (splits >= MOST_PARTITIONS) {
                    throw new IllegalArgumentException("--splits must be below " + MOST_PARTITIONS
                            + " on PostgreSQL, where they are partitions, not " + splits);
                }
                statements.add(
                        "CREATE TABLE " + NAME + columns + "))" + (splits == 0 ? "" : " PARTITION BY RANGE (k)"));
                for (int i = 0; i <= splits && splits > 0; i++) {
                    statements.add("CREATE TABLE " + NAME + "_p" + i + " PARTITION OF " + NAME + " FOR VALUES FROM ("
                            + (i == 0 ? "MINVALUE" : cuts.get(i - 1)) + ") TO ("
                            + (i == splits ? "MAXVALUE" : cuts.get(i)) + ")");
                }
            }
        }
        return statements;
    }

    /** @throws IllegalArgumentException if it cannot be cut so often, or not tell which version a write replaces, for {@code judged} */
    public void requireSupport(KvKeys keys, int splits, boolean judged) {
        ddl(keys, splits);
        if (judged) {
            stampedUpsert(1);
        }
    }

    /** @param scatter whether CockroachDB is to spread the pieces over its nodes at once */
    public void create(KvKeys keys, int splits, boolean scatter) throws IOException, InterruptedException {
        List<String> statements = ddl(keys, splits);
        if (scatter && database.dialect().language() == Language.COCKROACHDB) {
            statements.add("ALTER TABLE " + NAME + " SCATTER");
        }
        database.execute("creating table " + NAME, statements);
    }

    public void drop() throws IOException, InterruptedException {
        database.execute("dropping table " + NAME, "DROP TABLE IF EXISTS " + NAME);
    }

    /** Counts the rows. */
    public long count() throws IOException, InterruptedException {
        return database.administer(
                "counting table " + NAME, connection -> PlainSql.number(connection, "SELECT COUNT(*) FROM " + NAME));
    }

    /** Writes the rows of the first writes, several connections at a time. @param say hears how far it is */
    public void fill(KvSettings settings, long rows, int connections, Consumer<String> say)
            throws IOException, InterruptedException {
        say.accept("inserting " + HumanNumbers.counted(rows, "row") + ", "
                + HumanNumbers.counted(connections, "connection"));
        AtomicLong next = new AtomicLong();
        List<Integer> workers = IntStream.range(0, connections).boxed().toList();
        new ParallelActions()
                .onEach(
                        workers,
                        worker -> database.administer("filling table " + NAME, connection -> {
                            KvTurns turns = new KvTurns(settings);
                            for (long from = next.getAndAdd(ROWS_A_STATEMENT);
                                    from < rows;
                                    from = next.getAndAdd(ROWS_A_STATEMENT)) {
                                write(connection, settings, turns, from, Math.min(rows, from + ROWS_A_STATEMENT));
                            }
                            return true;
                        }));
    }

    private void write(Connection connection, KvSettings settings, KvTurns turns, long from, long to)
            throws SQLException {
        // In the order of keys, so that two connections that write the same keys don't wait for each other in a circle.
        List<Long> writes = LongStream.range(from, to)
                .boxed()
                .collect(Collectors.toMap(settings.keys()::key, n -> n, Math::max, TreeMap::new))
                .values()
                .stream()
                .toList();
        try (PreparedStatement statement = connection.prepareStatement(upsert(writes.size()))) {
            int at = 1;
            for (long write : writes) {
                statement.setLong(at++, settings.keys().key(write));
                statement.setBytes(at++, turns.value(-1 - write, 0));
            }
            statement.executeUpdate();
        }
    }

    /** Finds the keys that have no row. */
    List<Long> missing(List<Long> keys) throws IOException, InterruptedException {
        return database.lookUp("looking up acknowledged writes", !keys.isEmpty(), connection -> {
            List<Long> missing = new ArrayList<>();
            for (int from = 0; from < keys.size(); from += ROWS_A_STATEMENT) {
                List<Long> some = new ArrayList<>(keys.subList(from, Math.min(keys.size(), from + ROWS_A_STATEMENT)));
                some.removeAll(new HashSet<>(
                        PlainSql.rows(connection, select("k", some.size()), row -> row.getLong(1), some.toArray())));
                missing.addAll(some);
            }
            return missing;
        });
    }

    String upsert(int rows) {
        String values = "(k, v) VALUES (?, ?)" + ", (?, ?)".repeat(rows - 1);
        return switch (database.dialect().language()) {
            case COCKROACHDB -> "UPSERT INTO " + NAME + " " + values;
            case MYSQL -> "INSERT INTO " + NAME + " " + values + " ON DUPLICATE KEY UPDATE v = VALUES(v)";
            case POSTGRESQL, YUGABYTEDB, STANDARD ->
                "INSERT INTO " + NAME + " " + values + " ON CONFLICT (k) DO UPDATE SET v = excluded.v";
        };
    }

    /**
     * Returns a statement that writes stamped values as {@link #upsert} does: the database copies the stamp that it replaces into the new
     * value, and returns key and both stamps of each row.
     *
     * @throws IllegalArgumentException if this database has no such statement
     */
    String stampedUpsert(int rows) {
        return switch (database.dialect().language()) {
            case POSTGRESQL ->
                "INSERT INTO " + NAME + " (k, v) VALUES (?, ?)" + ", (?, ?)".repeat(rows - 1)
                        + " ON CONFLICT (k) DO UPDATE SET v = overlay(excluded.v PLACING substring(" + NAME
                        + ".v FROM 1 FOR " + KvStamp.BYTES + ") FROM " + (KvStamp.BYTES + 1)
                        + ") RETURNING k, substring(v FROM 1 FOR " + 2 * KvStamp.BYTES + ")";
            case COCKROACHDB, YUGABYTEDB, MYSQL, STANDARD ->
                throw new IllegalArgumentException("--judge isolation of kv is for PostgreSQL, not for "
                        + database.dialect().product() + ": leave it out");
        };
    }

    static String select(String columns, int keys) {
        return "SELECT " + columns + " FROM " + NAME + " WHERE k IN ("
                + String.join(", ", Collections.nCopies(keys, "?")) + ")";
    }

    private static String inBrackets(List<Long> cuts) {
        return cuts.stream().map(cut -> "(" + cut + ")").collect(Collectors.joining(", "));
    }
}
