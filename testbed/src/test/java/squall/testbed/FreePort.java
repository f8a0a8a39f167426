package squall.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Finder of a port of this machine without a listener. */
public final class FreePort {
    private FreePort() {}

    public static int find() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
