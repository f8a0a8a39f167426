package squall.cql;

import java.util.ArrayList;
import java.util.List;

/**
 * What a table is made with, beside its columns.
 *
 * @param ttlSeconds after which rows vanish; 0: never
 * @param transactions whether YugabyteDB makes it able to take part in transactions
 * @param tablets it is divided into at first, on YugabyteDB; 0: the server's choice
 * @param more in CQL, such as {@code compaction = {'class': 'LeveledCompactionStrategy'}}; empty: nothing
 */
public record TableOptions(int ttlSeconds, boolean transactions, int tablets, String more) {
    /** The server's own defaults. */
    public static final TableOptions NONE = new TableOptions(0, false, 0, "");

    public TableOptions {
        if (ttlSeconds < 0 || tablets < 0) {
            throw new IllegalArgumentException(
                    "ttlSeconds and tablets must not be negative: " + ttlSeconds + ", " + tablets);
        }
    }

    /** What a statement that makes the table ends with. @throws IllegalArgumentException if this dialect has no such option */
    public String clause(CqlDialect dialect) {
        if (dialect == CqlDialect.CASSANDRA && (transactions || tablets > 0)) {
            throw new IllegalArgumentException("Cassandra has neither transactions nor tablets on its tables: "
                    + "leave cassandra.table.transactions and cassandra.table.tablets out");
        }
        List<String> options = new ArrayList<>();
        if (ttlSeconds > 0) {
            options.add("default_time_to_live = " + ttlSeconds);
        }
        if (transactions) {
            options.add("transactions = {'enabled': true}");
        }
        if (tablets > 0) {
            options.add("tablets = " + tablets);
        }
        if (!more.isEmpty()) {
            options.add(more);
        }
        return options.isEmpty() ? "" : " WITH " + String.join(" AND ", options);
    }
}
