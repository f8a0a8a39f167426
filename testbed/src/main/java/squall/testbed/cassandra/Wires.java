package squall.testbed.cassandra;

import java.util.List;
import squall.testbed.host.Port;

/**
 * Where a node listens.
 *
 * @param storage for other nodes, at the host
 * @param cql for clients, at the host
 * @param jmx for management, on 127.0.0.1 whatever the host
 */
record Wires(String host, int storage, int cql, int jmx) {
    Port clients() {
        return new Port(host, cql);
    }

    /** In Cassandra's form. */
    String seed() {
        return host + ":" + storage;
    }

    List<Port> all() {
        return List.of(new Port(host, storage), clients(), new Port("127.0.0.1", jmx));
    }
}
