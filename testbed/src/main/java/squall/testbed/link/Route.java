package squall.testbed.link;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import squall.spi.Cluster.Link;

/**
 * A port that stands for one receiver towards one sender. What the sender says goes over the link from sender to receiver, the answers
 * over the reversed one.
 *
 * @param from who connects: a node's name, or {@link squall.spi.Cluster.Links#CLIENTS}
 * @param to whom it reaches
 * @param listens the port on 127.0.0.1 that the sender is told
 * @param port where the receiver really listens on 127.0.0.1
 */
public record Route(String from, String to, int listens, int port) {
    public static final String HOST = "127.0.0.1";

    /** A port on this machine, for those who connect and those who listen. */
    public static InetSocketAddress at(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public String toString() {
        return "route from " + from + " to " + to;
    }

    Link forth() {
        return new Link(from, to);
    }

    Link back() {
        return forth().reversed();
    }
}
