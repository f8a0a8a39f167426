package squall.cql;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A table of one text key and some text values. */
public record CqlTable(
        Keyspace keyspace, String name, String keyColumn, List<String> valueColumns, TableOptions options) {
    /** A count over all rows at once runs into the server's limits, one over a share of them does not. */
    private static final int SHARES = 64;

    public CqlTable {
        valueColumns = List.copyOf(valueColumns);
    }

    /**
     * The statement that makes it in this dialect.
     *
     * @throws IllegalArgumentException if this dialect has not all of its options
     */
    public String ddl(CqlDialect dialect) {
        return valueColumns.stream()
                .map(column -> ", " + Names.written(column) + " varchar")
                .collect(Collectors.joining(
                        "",
                        "CREATE TABLE IF NOT EXISTS " + identifier() + " (" + Names.written(keyColumn)
                                + " varchar PRIMARY KEY",
                        ")" + options.clause(dialect)));
    }

    /** Its name as it stands in statements, with its keyspace's. */
    public String identifier() {
        return Names.written(keyspace.name()) + "." + Names.written(name);
    }

    /** The key's column as it stands in statements. */
    public String key() {
        return Names.written(keyColumn);
    }

    /** A column as it stands in statements. */
    public String column(String column) {
        return Names.written(column);
    }

    /** Makes it, and its keyspace, where they are absent. */
    public void create(CqlDatabase database) throws IOException, InterruptedException {
        String ddl = ddl(database.dialect());
        keyspace.make(database);
        database.administer("making table " + name, ddl);
    }

    /**
     * Whether it is there.
     *
     * @throws MisfitException if it is, but without the columns or the options wanted
     */
    public boolean exists(CqlDatabase database) throws MisfitException {
        Optional<TableMetadata> found = database.metadata()
                .getKeyspace(CqlIdentifier.fromInternal(Names.internal(keyspace.name())))
                .flatMap(space -> space.getTable(CqlIdentifier.fromInternal(Names.internal(name))));
        if (found.isPresent()) {
            requireLike(found.get());
        }
        return found.isPresent();
    }

    /** Whether there is at least one row; cheap. */
    public boolean hasRows(CqlDatabase database) throws IOException, InterruptedException {
        return !database.administer(
                        "looking into table " + name, "SELECT " + key() + " FROM " + identifier() + " LIMIT 1")
                .isEmpty();
    }

    /** Share by share of all tokens. */
    public long count(CqlDatabase database) throws IOException, InterruptedException {
        long sum = 0;
        long width = Long.divideUnsigned(-1L, SHARES) + 1;
        for (int share = 0; share < SHARES; share++) {
            long first = Long.MIN_VALUE + share * width;
            List<Row> rows = database.administer(
                    "counting table " + name,
                    "SELECT count(*) FROM " + identifier() + " WHERE token(" + key() + ") >= " + first + " AND token("
                            + key() + ") <= " + (first + width - 1));
            sum += rows.get(0).getLong(0);
        }
        return sum;
    }

    public void truncate(CqlDatabase database) throws IOException, InterruptedException {
        database.administer("truncating table " + name, "TRUNCATE TABLE " + identifier());
    }

    /** Drops it, if it is there. */
    public void drop(CqlDatabase database) throws IOException, InterruptedException {
        database.administer("dropping table " + name, "DROP TABLE IF EXISTS " + identifier());
    }

    private void requireLike(TableMetadata found) throws MisfitException {
        List<String> keys = found.getPartitionKey().stream()
                .map(ColumnMetadata::getName)
                .map(CqlIdentifier::asInternal)
                .toList();
        if (!keys.equals(List.of(Names.internal(keyColumn)))
                || !found.getClusteringColumns().isEmpty()) {
            throw new MisfitException("table " + name + " is there, but its primary key is " + keys + ", not ("
                    + keyColumn + "); drop it, or name another with -p table=");
        }
        for (String column : valueColumns) {
            if (found.getColumn(CqlIdentifier.fromInternal(Names.internal(column)))
                    .isEmpty()) {
                throw new MisfitException("table " + name + " is there, but has no column " + column
                        + "; drop it, or name another with -p table=");
            }
        }
        requireTtl(found);
    }

    /** Rows that vanish by themselves would be counted as lost, and a table made so earlier looks like any other. */
    private void requireTtl(TableMetadata found) throws MisfitException {
        Object ttl = found.getOptions().get(CqlIdentifier.fromInternal("default_time_to_live"));
        if (ttl instanceof Integer seconds && seconds != options.ttlSeconds()) {
            throw new MisfitException("table " + name + " is there with default_time_to_live = " + seconds + ", not "
                    + options.ttlSeconds() + "; drop it, or set -p cassandra.table.ttl=" + seconds);
        }
    }
}
