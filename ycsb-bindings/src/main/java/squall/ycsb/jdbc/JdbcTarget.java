package squall.ycsb.jdbc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import squall.cli.StartMessages;
import squall.spi.Durations;
import squall.spi.Target;
import squall.sql.KeyValueTable.Sharding;
import squall.sql.SqlDatabase;
import squall.sql.driver.JdbcDriver;
import squall.sql.driver.SessionSetup;
import squall.sql.driver.SqlSettings;
import squall.sql.metrics.MonitoredSqlDatabase;
import squall.system.CommandException;
import squall.system.PasswordPrompt;
import squall.system.SecretMasking;
import squall.ycsb.CqlProperties;
import squall.ycsb.JdbcProperties;
import squall.ycsb.PropertyDefinition;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.store.BindingTarget;
import squall.ycsb.store.BindingTarget.EmbeddedBinding;
import squall.ycsb.store.Shard;
import squall.ycsb.store.Shards;
import squall.ycsb.store.YcsbSchema;

/**
 * Target that the jdbc binding's properties point to.
 *
 * @param embedded whether Squall's own PostgreSQL is used because no address was given
 */
public record JdbcTarget(List<SqlSettings> shards, YcsbProperties properties, boolean embedded)
        implements BindingTarget {
    private static final Pattern COMMA = Pattern.compile(",");
    private static final Pattern NEXT_ADDRESS = Pattern.compile("(?<!;);(?=\\s*jdbc:)");

    private static final EmbeddedBinding EMBEDDED = new EmbeddedBinding(
            "postgres", "the embedded PostgreSQL", JdbcProperties.URL.name(), "jdbc:postgresql://localhost:5432/ycsb");

    public JdbcTarget {
        shards = List.copyOf(shards);
    }

    /**
     * Reads the properties; starts the embedded database if there is no address.
     *
     * @param say is told what was started, one line
     * @throws CommandException if the properties contradict each other, or no database can be started here
     */
    public static JdbcTarget of(YcsbProperties properties, ClassLoader classes, StartMessages say)
            throws CommandException, InterruptedException {
        requireDriver(properties, classes);
        requireTimeouts(properties);
        String url = properties.get(JdbcProperties.URL).strip();
        if (url.isEmpty()) {
            refuseLogin(properties);
            Target target = EMBEDDED.up(properties.get(SquallProperties.TESTBED), classes, say);
            return new JdbcTarget(
                    List.of(settings(properties, target.url(), target.user(), target.password())), properties, true);
        }
        List<SqlSettings> shards = new ArrayList<>();
        for (String shard : addresses(url)) {
            shards.add(settings(
                    properties, shard, properties.get(JdbcProperties.USER), properties.get(JdbcProperties.PASSWORD)));
        }
        return new JdbcTarget(shards, properties, false);
    }

    /** Refuses what belongs to another database than Squall's own: without an address it would be measured in its place. */
    private static void refuseLogin(YcsbProperties properties) throws CommandException {
        if (!properties.get(CqlProperties.HOSTS).isBlank()) {
            throw CommandException.usage(properties.origin(CqlProperties.HOSTS)
                    + ": hosts is for ycql; jdbc takes its address from db.url: -p " + EMBEDDED.property() + "="
                    + EMBEDDED.example());
        }
        for (PropertyDefinition<String> login : List.of(JdbcProperties.USER, JdbcProperties.PASSWORD)) {
            if (!properties.get(login).isBlank()) {
                throw CommandException.usage(properties.origin(login) + ": " + login.name()
                        + " is for a database of yours: give its address with db.url, or leave it out");
            }
        }
    }

    /** Parameters of many drivers stand behind semicolons, so that only one before {@code jdbc:} begins another address. */
    static List<String> addresses(String url) {
        return NEXT_ADDRESS
                .splitAsStream(url)
                .map(address -> address.strip().replaceFirst("[;\\s]+$", "").replace(";;jdbc:", ";jdbc:"))
                .filter(address -> !address.isEmpty())
                .toList();
    }

    @Override
    public Shards connect(YcsbSchema schema, PasswordPrompt prompt) throws CommandException, InterruptedException {
        Sharding sharding = new Sharding(
                Sharding.ShardingKind.valueOf(
                        properties.get(JdbcProperties.SHARDING).toUpperCase(Locale.ROOT)),
                properties.get(JdbcProperties.SHARDING_PIECES),
                COMMA.splitAsStream(properties.get(JdbcProperties.SHARDING_TABLESPACES))
                        .map(String::strip)
                        .filter(name -> !name.isEmpty())
                        .distinct()
                        .toList());
        int fetchSize = Math.max(0, properties.get(JdbcProperties.FETCH_SIZE));
        List<SqlDatabase> databases = new ArrayList<>();
        for (SqlSettings shard : shards) {
            databases.add(connect(shard, prompt));
        }
        List<Shard> connected = databases.stream()
                .<Shard>map(database -> new SqlShard(database, schema, sharding, fetchSize))
                .toList();
        return new Shards(connected, new MonitoredSqlDatabase(databases));
    }

    private static SqlDatabase connect(SqlSettings shard, PasswordPrompt prompt)
            throws CommandException, InterruptedException {
        try {
            return SqlDatabase.connect(shard, SessionSetup.USUAL, prompt);
        } catch (IOException e) {
            throw CommandException.of(e);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("db.url: " + SecretMasking.mask(String.valueOf(e.getMessage())), e);
        }
    }

    private static SqlSettings settings(YcsbProperties properties, String url, String user, String password) {
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
                properties.below(JdbcProperties.DRIVER_PREFIX));
    }

    private static void requireDriver(YcsbProperties properties, ClassLoader classes) throws CommandException {
        JdbcDriver.require(
                properties.origin(JdbcProperties.DRIVER) + ": db.driver",
                properties.get(JdbcProperties.DRIVER),
                classes);
    }

    private static void requireTimeouts(YcsbProperties properties) throws CommandException {
        var statement = properties.get(JdbcProperties.STATEMENT_TIMEOUT);
        var socket = properties.get(JdbcProperties.SOCKET_TIMEOUT);
        if (socket.compareTo(statement) <= 0) {
            throw CommandException.usage(
                    "db.sockettimeout=" + Durations.text(socket) + " must be longer than db.statementtimeout="
                            + Durations.text(statement)
                            + ", otherwise the connection is lost where the server would have returned an error");
        }
    }
}
