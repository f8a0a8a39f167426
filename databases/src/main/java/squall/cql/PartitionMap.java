package squall.cql;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.Row;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Which nodes hold which part of which table on YugabyteDB, by the hash a part begins at; its leader first. Immutable. */
record PartitionMap(Map<Table, NavigableMap<Integer, List<InetAddress>>> tables) {
    static final PartitionMap EMPTY = new PartitionMap(Map.of());

    static final String QUERY =
            "SELECT keyspace_name, table_name, start_key, end_key, replica_addresses FROM system.partitions";

    private static final String LEADER = "LEADER";

    record Table(CqlIdentifier keyspace, CqlIdentifier name) {}

    PartitionMap {
        tables = Map.copyOf(tables);
    }

    /** As {@link #QUERY} tells it. */
    static PartitionMap of(List<Row> rows) {
        Map<Table, NavigableMap<Integer, List<InetAddress>>> tables = new HashMap<>();
        for (Row row : rows) {
            Table table = new Table(
                    CqlIdentifier.fromInternal(text(row, "keyspace_name")),
                    CqlIdentifier.fromInternal(text(row, "table_name")));
            tables.computeIfAbsent(table, unseen -> new TreeMap<>()).put(start(row), replicas(row));
        }
        tables.replaceAll((table, parts) -> Collections.unmodifiableNavigableMap(parts));
        return new PartitionMap(tables);
    }

    boolean isEmpty() {
        return tables.isEmpty();
    }

    /** The nodes that hold the row, its leader first; empty where nothing is known. */
    List<InetAddress> replicas(PartitionKey row) {
        NavigableMap<Integer, List<InetAddress>> parts = tables.get(new Table(row.keyspace(), row.table()));
        Map.Entry<Integer, List<InetAddress>> part = parts == null ? null : parts.floorEntry(row.key());
        return part == null ? List.of() : part.getValue();
    }

    private static String text(Row row, String column) {
        String text = row.getString(column);
        return text == null ? "" : text;
    }

    /** Two bytes; none for the first part. */
    private static int start(Row row) {
        ByteBuffer bytes = row.getByteBuffer("start_key");
        return bytes == null || bytes.remaining() < Short.BYTES ? 0 : bytes.getShort(bytes.position()) & 0xffff;
    }

    private static List<InetAddress> replicas(Row row) {
        Map<InetAddress, String> roles = row.getMap("replica_addresses", InetAddress.class, String.class);
        List<InetAddress> replicas = new ArrayList<>();
        if (roles != null) {
            roles.forEach((address, role) -> replicas.add(role.equals(LEADER) ? 0 : replicas.size(), address));
        }
        return List.copyOf(replicas);
    }
}
