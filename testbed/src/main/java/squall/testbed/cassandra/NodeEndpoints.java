package squall.testbed.cassandra;

import java.util.List;
import squall.testbed.host.LocalPort;

/**
 * Where a node listens.
 *
 * @param storage for other nodes, at the host
 * @param cql for clients, at the host
 * @param jmx for management, on 127.0.0.1 whatever the host
 */
record NodeEndpoints(String host, int storage, int cql, int jmx) {
    LocalPort clients() {
        return new LocalPort(host, cql);
    }

    /** In Cassandra's form. */
    String seed() {
        return host + ":" + storage;
    }

    List<LocalPort> all() {
        return List.of(new LocalPort(host, storage), clients(), new LocalPort("127.0.0.1", jmx));
    }
}
