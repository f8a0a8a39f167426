package squall.ycsb.jdbc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.Secrets;
import squall.spi.Target;
import squall.sql.KeyValueTable.Sharding;
import squall.sql.SqlDatabase;
import squall.sql.SqlSettings;
import squall.ycsb.JdbcProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.store.BindingTarget;
import squall.ycsb.store.Embedded;
import squall.ycsb.store.Schema;
import squall.ycsb.store.Shard;
import squall.ycsb.store.Shards;

/**
 * Where the jdbc binding's properties point to.
 *
 * @param embedded whether Squall's own PostgreSQL stands in because no address was given
 */
public record JdbcTarget(List<SqlSettings> shards, YcsbProperties properties, boolean embedded)
        implements BindingTarget {
    private static final Embedded EMBEDDED = new Embedded(
            "postgres", "the embedded PostgreSQL", JdbcProperties.URL.name(), "jdbc:postgresql://localhost:5432/ycsb");

    public JdbcTarget {
        shards = List.copyOf(shards);
    }

    /**
     * Reads the properties; starts the embedded database if there is no address.
     *
     * @param say hears what was started, one line
     * @throws CommandException if the properties contradict each other, or no database can be started here
     */
    public static JdbcTarget of(YcsbProperties properties, ClassLoader classes, Consumer<String> say)
            throws CommandException, InterruptedException {
        requireDriver(properties, classes);
        requireTimeouts(properties);
        String url = properties.get(JdbcProperties.URL).strip();
        if (url.isEmpty()) {
            Target target = EMBEDDED.up(classes, say);
            return new JdbcTarget(
                    List.of(settings(properties, target.url(), target.user(), target.password())), properties, true);
        }
        List<SqlSettings> shards = new ArrayList<>();
        for (String shard : url.split(";", -1)) {
            if (!shard.isBlank()) {
                shards.add(settings(
                        properties,
                        shard.strip(),
                        properties.get(JdbcProperties.USER),
                        properties.get(JdbcProperties.PASSWORD)));
            }
        }
        return new JdbcTarget(shards, properties, false);
    }

    @Override
    public Shards connect(Schema schema) throws CommandException, InterruptedException {
        Sharding sharding = new Sharding(
                Sharding.Kind.valueOf(properties.get(JdbcProperties.SHARDING).toUpperCase(Locale.ROOT)),
                properties.get(JdbcProperties.SHARDING_PIECES));
        int fetchSize = Math.max(0, properties.get(JdbcProperties.FETCH_SIZE));
        List<Shard> connected = new ArrayList<>();
        for (SqlSettings shard : shards) {
            connected.add(new SqlShard(connect(shard), schema, sharding, fetchSize));
        }
        return new Shards(connected);
    }

    private static SqlDatabase connect(SqlSettings shard) throws CommandException, InterruptedException {
        try {
            return SqlDatabase.connect(shard);
        } catch (IOException e) {
            throw CommandException.of(e);
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "db.url: " + Secrets.mask(String.valueOf(e.getMessage())), e);
        }
    }

    private static SqlSettings settings(YcsbProperties properties, String url, String user, String password) {
        Map<String, String> forDriver = new HashMap<>();
        properties.settings().forEach((key, setting) -> {
            if (key.startsWith(JdbcProperties.DRIVER_PREFIX)) {
                forDriver.put(key.substring(JdbcProperties.DRIVER_PREFIX.length()), setting.value());
            }
        });
        return new SqlSettings(
                url,
                user,
                password,
                properties.get(JdbcProperties.ISOLATION),
                properties.get(JdbcProperties.AUTOCOMMIT),
                properties.get(JdbcProperties.CONNECT_TIMEOUT),
                properties.get(JdbcProperties.STATEMENT_TIMEOUT),
                properties.get(JdbcProperties.SOCKET_TIMEOUT),
                properties.get(JdbcProperties.RECONNECT_WITHIN),
                properties.get(JdbcProperties.RETRIES),
                Math.max(0, properties.get(JdbcProperties.FETCH_SIZE)),
                forDriver);
    }

    private static void requireDriver(YcsbProperties properties, ClassLoader classes) throws CommandException {
        String driver = properties.get(JdbcProperties.DRIVER);
        if (driver.isEmpty()) {
            return;
        }
        try {
            Class.forName(driver, true, classes);
        } catch (ClassNotFoundException e) {
            throw new CommandException(
                    ExitCode.USAGE,
                    properties.origin(JdbcProperties.DRIVER) + ": db.driver: there is no class " + driver
                            + " on the class path; add its jar with -cp, or leave db.driver out, the address selects it",
                    e);
        } catch (LinkageError e) { // its static initialiser failed, it is of a newer Java, or a class that it needs is
            // missing
            Throwable cause = e instanceof ExceptionInInitializerError && e.getCause() != null ? e.getCause() : e;
            throw new CommandException(
                    ExitCode.UNREACHABLE,
                    properties.origin(JdbcProperties.DRIVER) + ": db.driver: the class " + driver
                            + " is on the class path but cannot be loaded: " + cause,
                    e);
        }
    }

    private static void requireTimeouts(YcsbProperties properties) throws CommandException {
        var statement = properties.get(JdbcProperties.STATEMENT_TIMEOUT);
        var socket = properties.get(JdbcProperties.SOCKET_TIMEOUT);
        if (socket.compareTo(statement) <= 0) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "db.sockettimeout=" + socket.toSeconds() + "s must be longer than db.statementtimeout="
                            + statement.toSeconds() + "s, or the connection is lost where an error would do");
        }
    }
}
