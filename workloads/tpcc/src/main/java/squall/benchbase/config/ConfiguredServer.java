package squall.benchbase.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import squall.spi.NearestName;
import squall.sql.driver.SessionSetup;
import squall.system.CommandException;
import squall.tpcc.schema.SqlScript;

/**
 * Server of a configuration file: its address, its credentials and the sessions on it.
 *
 * @param type one of BenchBase's names, in upper case
 * @param driver class of a JDBC driver
 * @param username empty: none
 * @param password empty: none; never printed
 * @param isolation as {@link squall.sql.driver.SqlSettings} names it
 * @param retries of a transaction after its first attempt; BenchBase's element counts all attempts
 * @param sessions whether each transaction has a connection of its own, and which statements run first on each
 */
public record ConfiguredServer(
        String type,
        String driver,
        String url,
        String username,
        String password,
        String isolation,
        int retries,
        SessionSetup sessions) {
    /** Types whose drivers {@code squall.sql} supports. */
    private static final Set<String> SPOKEN = Set.of("POSTGRES", "COCKROACHDB", "MARIADB", "MYSQL");

    private static final Set<String> TYPES = Set.of(
            "AMAZONRDS",
            "CASSANDRA",
            "COCKROACHDB",
            "DB2",
            "H2",
            "HSQLDB",
            "MARIADB",
            "MONETDB",
            "MYROCKS",
            "MYSQL",
            "NOISEPAGE",
            "NUODB",
            "ORACLE",
            "PHOENIX",
            "POSTGRES",
            "SINGLESTORE",
            "SPANNER",
            "SQLAZURE",
            "SQLITE",
            "SQLSERVER",
            "TIMESTEN");

    private static final String PREFIX = "TRANSACTION_";
    private static final String DEFAULT_ISOLATION = "TRANSACTION_SERIALIZABLE";
    private static final Map<String, String> ISOLATIONS = Map.of(
            "TRANSACTION_SERIALIZABLE", "serializable",
            "TRANSACTION_REPEATABLE_READ", "repeatable-read",
            "TRANSACTION_READ_COMMITTED", "read-committed");

    private static final int DEFAULT_ATTEMPTS = 3;

    /** Reads the server's elements. @param folders against which relative paths are resolved */
    static ConfiguredServer of(XmlElement root, List<Path> folders) throws CommandException {
        return new ConfiguredServer(
                type(root),
                root.text("driver", ""),
                root.need("url").text(),
                root.text("username", ""),
                root.text("password", ""),
                isolation(root),
                root.whole("retries", 1).orElse(DEFAULT_ATTEMPTS) - 1,
                new SessionSetup(setUp(root, folders), root.flag("newConnectionPerTxn", false)));
    }

    /** Returns the isolation level as BenchBase spells it, for its files. */
    public String isolationName() {
        return PREFIX + isolation.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private static String type(XmlElement root) throws CommandException {
        XmlElement element = root.need("type");
        String type = element.text().toUpperCase(Locale.ROOT);
        if (!TYPES.contains(type)) {
            throw element.wrong("is not a database type: '" + element.text() + "'" + NearestName.hint(type, TYPES)
                    + "; use type POSTGRES for YugabyteDB, and MYSQL for TiDB");
        }
        if (!SPOKEN.contains(type)) {
            throw element.wrong(
                    "is " + type + ", which Squall's engine does not support: run it with --engine upstream");
        }
        return type;
    }

    private static String isolation(XmlElement root) throws CommandException {
        String name = root.text("isolation", DEFAULT_ISOLATION);
        String isolation = ISOLATIONS.get(name);
        if (isolation == null) {
            throw root.need("isolation").unfit("one of " + String.join(", ", new TreeSet<>(ISOLATIONS.keySet())));
        }
        return isolation;
    }

    private static List<String> setUp(XmlElement root, List<Path> folders) throws CommandException {
        Optional<Path> file = root.file("sessionsetupfile", folders);
        if (file.isEmpty()) {
            return List.of();
        }
        try {
            return SqlScript.read(file.get());
        } catch (IOException e) {
            String where = root.need("sessionsetupfile").where();
            throw CommandException.of(where + ": <sessionsetupfile> cannot be used: ", e);
        }
    }
}
