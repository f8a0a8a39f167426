package squall.testbed.postgres;

import java.io.IOException;
import java.util.Optional;
import squall.testbed.host.LocalPort;
import squall.testbed.host.PortReservations;

/** Loopback ports for embedded servers: {@value #FIRST} to {@value #LAST}. */
public final class LoopbackPorts {
    public static final int FIRST = 15432;
    public static final int LAST = 15631;

    private static final String LOOPBACK = "127.0.0.1"; // where the server listens; not ::1

    private LoopbackPorts() {}

    /** Reserves the requested port if it is free, else the first free one of the range; a server keeps it while it is down. */
    static int reserve(PortReservations reservations, int wanted) throws IOException, InterruptedException {
        Optional<Integer> port = reservations.takeFirst(wanted, wanted, LoopbackPorts::isFree);
        if (port.isEmpty()) {
            port = reservations.takeFirst(FIRST, LAST, LoopbackPorts::isFree);
        }
        return port.orElseThrow(() -> new IOException(
                "all ports from " + FIRST + " to " + LAST + " on 127.0.0.1 are in use; stop a server to free one"));
    }

    /** Returns whether the port is free. */
    public static boolean isFree(int port) {
        return new LocalPort(LOOPBACK, port).free();
    }
}
