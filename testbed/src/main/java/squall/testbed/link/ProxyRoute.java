package squall.testbed.link;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import squall.spi.Cluster.Link;

/**
 * Route through a port that represents one receiver for one sender. The sender's bytes go over the link from sender to receiver, the
 * responses over the reverse link.
 *
 * @param from the connecting side: a node's name, or {@link squall.spi.Cluster.Links#CLIENTS}
 * @param to the node it leads to
 * @param listens the port on 127.0.0.1 that is given to the sender
 * @param port on which the receiver listens on 127.0.0.1
 */
public record ProxyRoute(String from, String to, int listens, int port) {
    public static final String HOST = "127.0.0.1";

    /** Returns the address of a port on this machine, for connecting and for listening. */
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
