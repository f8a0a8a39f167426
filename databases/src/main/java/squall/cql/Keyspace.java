package squall.cql;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import squall.cql.CqlTable.CqlSchemaMismatchException;

/**
 * Keyspace that is created where it does not exist.
 *
 * @param replication copies in each data centre: {@code 3}, or {@code dc1:3,dc2:2}; empty: three, or as many as there are nodes
 */
public record Keyspace(String name, String replication) {
    private static final int USUAL_COPIES = 3;
    private static final Pattern ALIKE = Pattern.compile("[1-9]\\d{0,2}");
    private static final Pattern ONE_EACH = Pattern.compile("([^:,'\\s]+):(\\d{1,3})");

    /** @throws IllegalArgumentException if the replication cannot be parsed */
    public Keyspace {
        if (!replication.isEmpty() && !ALIKE.matcher(replication).matches()) {
            named(replication);
        }
    }

    /** Returns the statement that creates it on this cluster. */
    public String ddl(CqlDatabase database) {
        String start = "CREATE KEYSPACE IF NOT EXISTS " + CqlNames.written(name);
        return switch (database.dialect()) {
            case CASSANDRA, ACCORD -> start + " WITH replication = " + strategy(wanted(database));
            // YugabyteDB replicates as its cluster is configured, regardless of the keyspace.
            case YCQL -> start;
        };
    }

    /**
     * Creates it if it is absent.
     *
     * @return whether it was created
     * @throws CqlSchemaMismatchException if it exists with another replication than requested
     */
    public boolean make(CqlDatabase database) throws IOException, InterruptedException {
        Optional<KeyspaceMetadata> there = found(database);
        if (there.isEmpty()) {
            database.administer("making keyspace " + name, ddl(database));
            return true;
        }
        if (!replication.isEmpty() && database.dialect().cassandra()) {
            requireReplication(wanted(database), there.get().getReplication());
        }
        return false;
    }

    private Optional<KeyspaceMetadata> found(CqlDatabase database) {
        return database.metadata().getKeyspace(CqlIdentifier.fromInternal(CqlNames.internal(name)));
    }

    private void requireReplication(Map<String, Integer> wanted, Map<String, String> found)
            throws CqlSchemaMismatchException {
        Map<String, String> copies = new TreeMap<>(found);
        String strategy = String.valueOf(copies.remove("class"));
        Map<String, String> asked = wanted.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, entry -> Integer.toString(entry.getValue())));
        if (!strategy.endsWith("NetworkTopologyStrategy") || !copies.equals(asked)) {
            throw new CqlSchemaMismatchException(
                    "keyspace " + name + " has the replication " + new TreeMap<>(found) + ", not " + strategy(wanted)
                            + "; omit the replication to use the existing one, or drop the keyspace");
        }
    }

    private Map<String, Integer> wanted(CqlDatabase database) {
        if (!replication.isEmpty() && !ALIKE.matcher(replication).matches()) {
            return named(replication);
        }
        Map<String, Integer> copies = new TreeMap<>();
        for (Node node : database.metadata().getNodes().values()) {
            copies.merge(String.valueOf(node.getDatacenter()), 1, Integer::sum);
        }
        copies.replaceAll((datacenter, nodes) ->
                replication.isEmpty() ? Math.min(nodes, USUAL_COPIES) : Integer.parseInt(replication));
        return copies;
    }

    private static Map<String, Integer> named(String replication) {
        Map<String, Integer> copies = new TreeMap<>();
        for (String part : replication.split(",", -1)) {
            Matcher form = ONE_EACH.matcher(part.strip());
            if (!form.matches()) {
                throw new IllegalArgumentException(
                        "a replication must be a number of copies such as 3, or one number for each"
                                + " data centre such as dc1:3,dc2:2, not '" + replication + "'");
            }
            copies.put(form.group(1), Integer.parseInt(form.group(2)));
        }
        return copies;
    }

    private static String strategy(Map<String, Integer> copies) {
        return copies.entrySet().stream()
                .map(entry -> "'" + entry.getKey() + "': " + entry.getValue())
                .collect(Collectors.joining(", ", "{'class': 'NetworkTopologyStrategy', ", "}"));
    }
}
