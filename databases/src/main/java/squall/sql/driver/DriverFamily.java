package squall.sql.driver;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Family of drivers with the same properties. */
public enum DriverFamily {
    /** PostgreSQL's and its descendants. */
    POSTGRESQL {
        @Override
        public Map<String, String> properties(Purpose purpose, Duration connectTimeout, int fetchSize) {
            String seconds = Long.toString(wholeSeconds(connectTimeout));
            return Map.of(
                    "connectTimeout",
                    seconds,
                    "socketTimeout",
                    seconds,
                    "sslResponseTimeout",
                    Long.toString(connectTimeout.toMillis()),
                    "socketFactory",
                    WatchedSocketFactory.class.getName(),
                    "tcpKeepAlive",
                    "true",
                    "ApplicationName",
                    "squall",
                    // Saves a round trip at each connect: the name above travels with the handshake.
                    "assumeMinServerVersion",
                    "9.0",
                    // On the server from the first use on: a load runs few statements, and each very often.
                    "prepareThreshold",
                    "1",
                    "reWriteBatchedInserts",
                    Boolean.toString(purpose == Purpose.BULK),
                    "defaultRowFetchSize",
                    Integer.toString(fetchSize));
        }

        @Override
        public Map<String, String> watching() {
            return Map.of("ApplicationName", "squall-watch", "targetServerType", "any");
        }
    },

    /** MariaDB Connector/J, also for TiDB and MySQL. */
    MARIADB {
        @Override
        public Map<String, String> properties(Purpose purpose, Duration connectTimeout, int fetchSize) {
            String milliseconds = Long.toString(connectTimeout.toMillis());
            Map<String, String> properties = new HashMap<>(Map.of(
                    "connectTimeout",
                    milliseconds,
                    "socketTimeout",
                    milliseconds,
                    "socketFactory",
                    WatchedSocketFactory.class.getName(),
                    "connectionAttributes",
                    "program_name:squall",
                    // On the server from the first use on: a load runs few statements, and each very often.
                    "useServerPrepStmts",
                    "true",
                    // A batch of rows in one message, where the server is MariaDB: the fastest way to load
                    // (docs/mysql.md).
                    "useBulkStmtsForInserts",
                    Boolean.toString(purpose == Purpose.BULK),
                    "allowLocalInfile",
                    "false"));
            if (fetchSize > 0) {
                properties.put("defaultFetchSize", Integer.toString(fetchSize));
            }
            return properties;
        }

        @Override
        public Map<String, String> watching() {
            return Map.of("connectionAttributes", "program_name:squall-watch");
        }

        @Override
        public Duration limit(long number) {
            return Duration.ofMillis(number);
        }

        @Override
        public String unit() {
            return "milliseconds";
        }
    },

    /** Any other: it gets what the user wrote, and nothing else. */
    OTHER {
        @Override
        public Map<String, String> properties(Purpose purpose, Duration connectTimeout, int fetchSize) {
            return Map.of();
        }

        @Override
        public Map<String, String> watching() {
            return Map.of();
        }
    };

    /** Purpose of a connection; decides its limits. */
    public enum Purpose {
        /** Measured operations. */
        WORK,
        /** Loading: batches are rewritten into multi-row statements. */
        BULK,
        /** Schema and counts, which may take long on large tables. */
        ADMINISTRATION,
        /** Metrics of a server, primary or not: also of one that takes no writes. */
        WATCHING
    }

    /** Returns the properties for a connection. @param fetchSize rows a scan fetches at once; 0: all */
    public abstract Map<String, String> properties(Purpose purpose, Duration connectTimeout, int fetchSize);

    /** Returns the properties that differ where only a server's metrics are read, from whichever server it is. */
    public abstract Map<String, String> watching();

    /** Converts the number of a timeout in the driver's unit. */
    public Duration limit(long number) {
        return Duration.ofSeconds(number);
    }

    /** Returns the unit of the driver's timeouts. */
    public String unit() {
        return "seconds";
    }

    /** Converts to whole seconds, rounded up, because 0 would mean no limit. */
    private static long wholeSeconds(Duration limit) {
        return Math.max(1, limit.plusNanos(999_999_999).toSeconds());
    }
}
