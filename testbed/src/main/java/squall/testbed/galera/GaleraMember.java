package squall.testbed.galera;

import squall.spi.Cluster;
import squall.testbed.host.LocalPort;

/**
 * A node of the group, kept over restarts.
 *
 * @param host a numeric address
 * @param port for clients
 * @param group where nodes replicate to each other
 * @param increments where a node that was away receives the transactions it missed
 * @param copies where a joining node receives all data
 * @param zone a label only: all nodes share one machine
 */
record GaleraMember(String name, String host, int port, int group, int increments, int copies, String zone) {
    /** The host of all nodes without their own network namespaces. */
    static final String HOST = "127.0.0.1";

    static final String REGION = "region1";

    /** With the ports that are usual for Galera. */
    static GaleraMember withOwnAddress(int number, String host) {
        return new GaleraMember("n" + number, host, 3306, 4567, 4568, 4444, "zone" + number);
    }

    GaleraMember in(String place) {
        return new GaleraMember(name, host, port, group, increments, copies, place);
    }

    LocalPort address() {
        return new LocalPort(host, port);
    }

    Cluster.Node node() {
        return new Cluster.Node(name, host, port, zone, REGION);
    }

    int number() {
        return Integer.parseInt(name.substring(1));
    }
}
