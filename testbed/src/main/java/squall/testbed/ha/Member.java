package squall.testbed.ha;

import squall.spi.Cluster;

/**
 * A node of the group, kept over restarts.
 *
 * @param name also its {@code application_name} towards the primary
 * @param port on 127.0.0.1
 * @param zone a label only: all nodes share one machine
 */
record Member(String name, int port, String zone) {
    static final String HOST = "127.0.0.1";
    static final String REGION = "region1";

    Cluster.Node node() {
        return new Cluster.Node(name, HOST, port, zone, REGION);
    }
}
