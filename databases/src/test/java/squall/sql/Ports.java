package squall.sql;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Finder of free ports of this machine. */
public final class Ports {
    private Ports() {}

    /** Returns a port without a listener. */
    public static int free() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
