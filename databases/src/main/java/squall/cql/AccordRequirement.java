package squall.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.cql.driver.DriverAwait;
import squall.cql.driver.PartitionPolicy.PartitionMap;
import squall.spi.Target;

/** Requirement of Accord: nodes that run it, and tables that were made for its transactions; checked before the first one. */
public final class AccordRequirement {
    private static final String FULL = "full";
    private static final int FIRST_MAJOR = 6;
    private static final Pattern MAJOR = Pattern.compile("(\\d{1,4})\\.");
    private static final Pattern MODE = Pattern.compile("transactional_mode\\s*=\\s*'(\\w+)'");

    private AccordRequirement() {}

    /**
     * Checks what is known of a target before anything is started or connected to.
     *
     * @param what needs Accord, for the message
     * @throws IllegalArgumentException with the remedy, if the target is known to run a version without Accord
     */
    public static void ofTarget(Target target, String what) {
        String version = target.properties().getOrDefault("version", "");
        if (!version.isEmpty() && !has(version)) {
            throw new IllegalArgumentException(
                    what + " needs Cassandra 6, whose transactions Accord orders, and the cluster"
                            + " has version " + version + ": choose another one, for example"
                            + " cassandra:name=accord,nodes=3,version=6.0-alpha2");
        }
    }

    /** Returns whether nodes of a version have Accord. */
    public static boolean has(String version) {
        Matcher major = MAJOR.matcher(version);
        return major.lookingAt() && Integer.parseInt(major.group(1)) >= FIRST_MAJOR;
    }

    /** @throws IllegalArgumentException with the remedy, if the nodes run without Accord */
    static void ofNodes(CqlSession session, PartitionMap map) throws InterruptedException {
        if (!map.isEmpty()) {
            throw new IllegalArgumentException(
                    "YugabyteDB has no Accord, but transactions of its own: leave Accord out");
        }
        Row setting = DriverAwait.on(
                        session.executeAsync("SELECT value FROM system_views.settings WHERE name = 'accord.enabled'"))
                .one();
        if (setting == null) {
            throw new IllegalArgumentException("the nodes run Cassandra " + CqlClusterFacts.version(session)
                    + ", which has no Accord: use version 6, for example the address that 'bin/testbed up cassandra"
                    + " --name accord --version 6.0-alpha2' prints");
        }
        if (!"true".equals(setting.getString(0))) {
            throw new IllegalArgumentException("the nodes run Cassandra " + CqlClusterFacts.version(session)
                    + " without Accord: set accord.enabled to true in their cassandra.yaml");
        }
    }

    /** Returns why Accord's transactions cannot use a table, as the end of a sentence; empty if they can, or there is no table. */
    static Optional<String> mismatch(CqlDatabase database, Keyspace keyspace, String table)
            throws IOException, InterruptedException {
        if (database.dialect() != CqlDialect.ACCORD
                || database.table(keyspace, table).isEmpty()) {
            return Optional.empty();
        }
        String identifier = CqlNames.written(keyspace.name()) + "." + CqlNames.written(table);
        // The tables of the schema do not have this option.
        Row described = database.administer("describing table " + table, "DESCRIBE TABLE " + identifier)
                .getFirst();
        String mode = mode(String.valueOf(described.getString("create_statement")));
        return mode.equals(FULL)
                ? Optional.empty()
                : Optional.of("its transactional_mode is '" + mode + "', not '" + FULL
                        + "' as Accord's transactions need it");
    }

    /** Returns the mode of the table that a statement creates. */
    static String mode(String createStatement) {
        Matcher option = MODE.matcher(createStatement);
        return option.find() ? option.group(1) : "off";
    }
}
