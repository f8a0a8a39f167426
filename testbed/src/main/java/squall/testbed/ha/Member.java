package squall.testbed.ha;

import squall.spi.Cluster;

/**
 * A node of the group, kept over restarts.
 *
 * @param name also its {@code application_name} towards the primary
 * @param port on 127.0.0.1
 * @param zone a label only: all nodes share one machine
 */
public record Member(String name, int port, String zone) {
    public static final String HOST = "127.0.0.1";
    static final String REGION = "region1";

    public Cluster.Node node() {
        return new Cluster.Node(name, HOST, port, zone, REGION);
    }
}
