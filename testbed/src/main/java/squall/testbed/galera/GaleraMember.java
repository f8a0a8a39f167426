package squall.testbed.galera;

import java.util.List;
import java.util.stream.IntStream;
import squall.spi.Cluster;
import squall.testbed.cluster.ClusterNote;
import squall.testbed.host.LocalPort;

/**
 * Member of the group: a node as it is recorded over restarts.
 *
 * @param host a numeric address
 * @param port for clients
 * @param group port on which nodes replicate to each other
 * @param increments port on which a node that was away receives the transactions it missed
 * @param copies port on which a joining node receives all data
 * @param zone a label only: all nodes share one machine
 */
record GaleraMember(String name, String host, int port, int group, int increments, int copies, String zone)
        implements ClusterNote.Member {
    /** Number of ports of a node. */
    static final int PORTS = 4;

    /** Creates a member with the ports that are usual for Galera. */
    static GaleraMember withOwnAddress(int number, String host) {
        return new GaleraMember("n" + number, host, 3306, 4567, 4568, 4444, "zone" + number);
    }

    GaleraMember in(String place) {
        return new GaleraMember(name, host, port, group, increments, copies, place);
    }

    LocalPort address() {
        return new LocalPort(host, port);
    }

    @Override
    public Cluster.Node node() {
        return new Cluster.Node(name, host, port, zone, REGION);
    }

    @Override
    public List<LocalPort> ports() {
        return IntStream.of(port, group, increments, copies)
                .mapToObj(each -> new LocalPort(host, each))
                .toList();
    }

    int number() {
        return Integer.parseInt(name.substring(1));
    }
}
