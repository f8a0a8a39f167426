package squall.sql.driver;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;

/** Isolation level that can be requested. */
public enum IsolationLevel {
    READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
    REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
    SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

    /** Text shown where there are no transactions. */
    public static final String NONE = "none";

    private final int jdbcLevel;

    IsolationLevel(int jdbcLevel) {
        this.jdbcLevel = jdbcLevel;
    }

    /** @throws IllegalArgumentException if it is no level's name */
    public static IsolationLevel of(String name) {
        return Arrays.stream(values())
                .filter(level -> level.written().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "isolation must be read-committed, repeatable-read or serializable, not '" + name + "'"));
    }

    /** @param words as SQL writes it, in lower case */
    public static IsolationLevel ofSql(String words) {
        return of(words.replace(' ', '-'));
    }

    /**
     * Returns the level that the driver reports, in SQL's words; {@code none} where it reports none, and a doubt where it contradicts
     * itself.
     */
    public static String toldByDriver(Connection connection) throws SQLException {
        int level = connection.getTransactionIsolation();
        if (level == Connection.TRANSACTION_NONE) {
            return NONE;
        }
        for (IsolationLevel isolation : values()) {
            if (isolation.jdbcLevel() == level) {
                return connection.getMetaData().supportsTransactionIsolationLevel(level)
                        ? isolation.sql()
                        : "unknown (the driver shows " + isolation.sql()
                                + ", but reports that the database does not support it)";
            }
        }
        return level == Connection.TRANSACTION_READ_UNCOMMITTED ? "read uncommitted" : "JDBC level " + level;
    }

    /** Returns the name as users write it. */
    public String written() {
        return sql().replace(' ', '-');
    }

    /** Returns the name as SQL writes it, in lower case, which is also how servers show it. */
    public String sql() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    public int jdbcLevel() {
        return jdbcLevel;
    }
}
