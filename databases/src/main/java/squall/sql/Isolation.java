package squall.sql;

import java.sql.Connection;
import java.util.Arrays;
import java.util.Locale;

/** The isolation levels that can be asked for. */
enum Isolation {
    READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
    REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
    SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

    private final int jdbcLevel;

    Isolation(int jdbcLevel) {
        this.jdbcLevel = jdbcLevel;
    }

    /** @throws IllegalArgumentException if it is no level's name */
    static Isolation of(String name) {
        return Arrays.stream(values())
                .filter(level -> level.written().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "isolation must be read-committed, repeatable-read or serializable, not '" + name + "'"));
    }

    /** As users write it. */
    String written() {
        return sql().replace(' ', '-');
    }

    /** As SQL writes it, in lower case, which is also how servers show it. */
    String sql() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    int jdbcLevel() {
        return jdbcLevel;
    }
}
