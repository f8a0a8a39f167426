package squall.cql;

import com.datastax.oss.driver.api.core.metadata.EndPoint;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** How nodes are called. */
final class CqlNodeNames {
    private CqlNodeNames() {}

    /** host:port of the address it is spoken to at. */
    static String label(Node node) {
        EndPoint endPoint = node.getEndPoint();
        SocketAddress address = endPoint.resolve();
        return address instanceof InetSocketAddress internet
                ? internet.getHostString() + ":" + internet.getPort()
                : endPoint.toString();
    }

    /** The parts of {@code host:port}. @throws IllegalArgumentException if it is none */
    static InetSocketAddress address(String contactPoint) {
        int colon = contactPoint.lastIndexOf(':');
        String host =
                contactPoint.substring(0, Math.max(colon, 0)).replace("[", "").replace("]", "");
        String port = contactPoint.substring(colon + 1);
        if (host.isEmpty() || !port.matches("\\d{1,5}") || Integer.parseInt(port) > 65_535) {
            throw new IllegalArgumentException("a contact point must be host:port, not '" + contactPoint + "'");
        }
        return new InetSocketAddress(host, Integer.parseInt(port));
    }
}
