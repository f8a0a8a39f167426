package squall.sql;

import java.io.IOException;
import java.util.List;

/**
 * A table of one text key and some text values, as YCSB uses it.
 *
 * @param name quoted only if it has to be
 * @param keyColumn the primary key
 * @param valueColumns in the order in which rows are loaded
 * @param sharding how a distributed database spreads it
 */
public record KeyValueTable(String name, String keyColumn, List<String> valueColumns, Sharding sharding) {
    /** How a distributed database spreads a table over nodes. @param pieces splits or tablets to start with; 0: the server's default */
    public record Sharding(Kind kind, int pieces) {
        /** RANGE keeps key order, HASH spreads; DEFAULT is what the server does when told nothing. */
        public enum Kind {
            DEFAULT,
            RANGE,
            HASH
        }
    }

    public KeyValueTable {
        valueColumns = List.copyOf(valueColumns);
    }

    /** The statement that makes the table in this dialect, for the report as well. */
    public String ddl(Dialect dialect) {
        throw new UnsupportedOperationException(dialect.toString());
    }

    /** Makes the table; if another process makes it at the same moment, that one counts. */
    public void create(SqlDatabase database) throws IOException, InterruptedException {
        throw new IOException(name);
    }

    public boolean exists(SqlDatabase database) throws IOException, InterruptedException {
        throw new IOException(name);
    }

    /** Whether there is at least one row; cheap. */
    public boolean hasRows(SqlDatabase database) throws IOException, InterruptedException {
        throw new IOException(name);
    }

    public long count(SqlDatabase database) throws IOException, InterruptedException {
        throw new IOException(name);
    }

    public void truncate(SqlDatabase database) throws IOException, InterruptedException {
        throw new IOException(name);
    }

    public void drop(SqlDatabase database) throws IOException, InterruptedException {
        throw new IOException(name);
    }
}
