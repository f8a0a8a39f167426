package squall.ycsb.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.cli.StartMessages;
import squall.cql.AccordRequirement;
import squall.cql.CqlDatabase;
import squall.cql.CqlTable;
import squall.cql.Keyspace;
import squall.cql.SharedSchema;
import squall.cql.driver.CqlAddress;
import squall.cql.driver.CqlSettings;
import squall.cql.metrics.MonitoredCqlDatabase;
import squall.spi.Target;
import squall.system.CommandException;
import squall.system.CommandStep;
import squall.system.PasswordPrompt;
import squall.ycsb.ClientProperties;
import squall.ycsb.CqlProperties;
import squall.ycsb.JdbcProperties;
import squall.ycsb.PropertyDefinition;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.store.BindingTarget;
import squall.ycsb.store.BindingTarget.EmbeddedBinding;
import squall.ycsb.store.Shards;
import squall.ycsb.store.YcsbSchema;

/**
 * Target that the ycql binding's properties point to.
 *
 * @param embedded whether Squall's own Cassandra is used because no hosts were given
 * @param shared empty if no other client makes the table too
 */
public record CqlTarget(
        CqlSettings settings, YcsbProperties properties, boolean embedded, Optional<SharedSchema> shared)
        implements BindingTarget {
    private static final EmbeddedBinding EMBEDDED =
            new EmbeddedBinding("cassandra", "Squall's own Cassandra", CqlProperties.HOSTS.name(), "10.0.0.1,10.0.0.2");

    /**
     * Reads the properties; starts Squall's own Cassandra if there are no hosts.
     *
     * @param say is told what was started, one line
     * @throws CommandException if the properties contradict each other, or no database can be started here
     */
    public static CqlTarget of(YcsbProperties properties, ClassLoader classes, StartMessages say)
            throws CommandException, InterruptedException {
        String hosts = properties.get(CqlProperties.HOSTS).strip();
        try {
            if (!hosts.isEmpty()) {
                CqlAddress address = CqlAddress.ofHosts(hosts, properties.get(CqlProperties.PORT));
                return new CqlTarget(
                        settings(properties, address, login(properties)), properties, false, Optional.empty());
            }
            refuseUrl(properties);
            settings(properties, CqlAddress.ofHosts("unsettled", 1), login(properties));
            refuseRelease(properties);
            Target target = EMBEDDED.up(properties.get(SquallProperties.TESTBED), classes, say);
            CqlSettings.Login login = new CqlSettings.Login(target.user(), target.password());
            return new CqlTarget(
                    settings(properties, CqlAddress.ofUrl(target.url()), login), properties, true, Optional.empty());
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e);
        }
    }

    /** Returns the same target for one of several clients. */
    public CqlTarget sharedBy(Optional<SharedSchema> others) {
        return new CqlTarget(settings, properties, embedded, others);
    }

    /** Refuses a URL: if a database is given, Squall's own is not used. */
    private static void refuseUrl(YcsbProperties properties) {
        if (!properties.get(JdbcProperties.URL).isBlank()) {
            throw new IllegalArgumentException(properties.origin(JdbcProperties.URL)
                    + ": db.url is for jdbc; ycql takes its nodes from hosts: -p hosts=10.0.0.1,10.0.0.2,"
                    + " or the address that 'testbed up' prints: -p hosts=cql://...");
        }
    }

    /** Refuses Accord on a database of the testbed that would be a release without it; found out only when it runs. */
    private static void refuseRelease(YcsbProperties properties) {
        if (accord(properties)
                && !AccordRequirement.has(
                        properties.get(SquallProperties.TESTBED).getOrDefault("version", ""))) {
            throw new IllegalArgumentException(properties.origin(CqlProperties.ORDERED_BY)
                    + ": Accord needs Cassandra 6, and Squall's own Cassandra is a release without it: choose another one"
                    + " with -p squall.testbed=name=accord,version=6.0-alpha2, or name your nodes with -p hosts=");
        }
    }

    /** Checks the properties for a target that is not connected to. @throws IllegalArgumentException if they contradict each other or it */
    public static void require(YcsbProperties properties, Target target) {
        settings(properties, CqlAddress.ofHosts("unsettled", 1), login(properties));
        if (accord(properties)) {
            AccordRequirement.ofTarget(target, CqlProperties.ORDERED_BY.name() + "=" + CqlProperties.ACCORD);
        }
    }

    @Override
    public Shards connect(YcsbSchema schema, PasswordPrompt prompt) throws CommandException, InterruptedException {
        boolean lightweight = properties.get(CqlProperties.LIGHTWEIGHT);
        return CommandStep.of(() -> {
            CqlTable table = table(schema);
            CqlDatabase database = CqlDatabase.connect(settings, prompt);
            try {
                table.ddl(database.dialect()); // has this database all that the properties want of a table?
            } catch (IllegalArgumentException e) {
                database.close();
                throw e;
            }
            return new Shards(
                    List.of(new CqlShard(database, table, schema.all(), lightweight, shared)),
                    new MonitoredCqlDatabase(database, table.keyspace()));
        });
    }

    private CqlTable table(YcsbSchema schema) {
        return new CqlTable(
                new Keyspace(properties.get(CqlProperties.KEYSPACE), properties.get(CqlProperties.REPLICATION)),
                schema.table(),
                CqlStoreStatements.Texts.KEY_COLUMN,
                schema.columns(),
                new CqlTable.TableOptions(
                        properties.get(CqlProperties.TTL),
                        properties.get(CqlProperties.TRANSACTIONS) || accord(properties),
                        properties.get(CqlProperties.TABLETS),
                        properties.get(CqlProperties.TABLE_OPTIONS)));
    }

    private static boolean accord(YcsbProperties properties) {
        return properties.get(CqlProperties.ORDERED_BY).equals(CqlProperties.ACCORD);
    }

    private static CqlSettings settings(YcsbProperties properties, CqlAddress address, CqlSettings.Login login) {
        String datacenter = properties.get(CqlProperties.LOCAL_DATACENTER);
        return new CqlSettings(
                address.contactPoints(),
                datacenter.isEmpty() ? address.datacenter() : datacenter,
                login,
                encryption(properties),
                new CqlSettings.Consistency(
                        level(properties, CqlProperties.READ_LEVEL),
                        level(properties, CqlProperties.WRITE_LEVEL),
                        level(properties, CqlProperties.SERIAL_LEVEL),
                        accord(properties)),
                limits(properties),
                wire(properties),
                properties.below(CqlProperties.DRIVER_PREFIX));
    }

    private static CqlSettings.Login login(YcsbProperties properties) {
        return new CqlSettings.Login(properties.get(CqlProperties.USER), properties.get(CqlProperties.PASSWORD));
    }

    private static CqlSettings.Encryption encryption(YcsbProperties properties) {
        return new CqlSettings.Encryption(
                properties.get(CqlProperties.TLS),
                tlsFile(properties, CqlProperties.AUTHORITIES),
                clientCertificate(properties));
    }

    private static Optional<CqlSettings.ClientCertificate> clientCertificate(YcsbProperties properties) {
        Optional<Path> certificate = tlsFile(properties, CqlProperties.CLIENT_CERTIFICATE);
        Optional<Path> key = tlsFile(properties, CqlProperties.CLIENT_KEY);
        if (certificate.isPresent() != key.isPresent()) {
            PropertyDefinition<String> alone =
                    key.isPresent() ? CqlProperties.CLIENT_KEY : CqlProperties.CLIENT_CERTIFICATE;
            throw new IllegalArgumentException(
                    properties.origin(alone) + ": cassandra.ssl.cert and cassandra.ssl.key require each other");
        }
        return certificate.map(file -> new CqlSettings.ClientCertificate(file, key.orElseThrow()));
    }

    private static Optional<Path> tlsFile(YcsbProperties properties, PropertyDefinition<String> property) {
        String file = properties.get(property);
        if (!file.isEmpty() && !properties.get(CqlProperties.TLS)) {
            throw new IllegalArgumentException(
                    properties.origin(property) + ": " + property.name() + " requires cassandra.useSSL=true");
        }
        return file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file));
    }

    private static ConsistencyLevel level(YcsbProperties properties, PropertyDefinition<String> property) {
        return DefaultConsistencyLevel.valueOf(properties.get(property));
    }

    private static CqlSettings.Limits limits(YcsbProperties properties) {
        return new CqlSettings.Limits(
                Duration.ofMillis(properties.get(CqlProperties.REQUEST_TIMEOUT)),
                properties.get(CqlProperties.DDL_TIMEOUT),
                Duration.ofMillis(properties.get(CqlProperties.CONNECT_TIMEOUT)),
                properties.get(CqlProperties.RECONNECT_WITHIN),
                properties.get(CqlProperties.RETRIES));
    }

    private static CqlSettings.Wire wire(YcsbProperties properties) {
        int requests = properties.get(CqlProperties.REQUESTS_PER_CONNECTION);
        int enough = Math.ceilDiv(properties.get(ClientProperties.THREAD_COUNT), requests);
        return new CqlSettings.Wire(
                Math.max(
                        properties.given(CqlProperties.CORE_CONNECTIONS).orElse(enough),
                        properties.given(CqlProperties.MOST_CONNECTIONS).orElse(1)),
                requests,
                properties.get(CqlProperties.PAGE_SIZE),
                properties.get(CqlProperties.TRACING));
    }
}
