package squall.testbed;

import java.io.IOException;
import java.util.stream.IntStream;
import squall.testbed.host.LocalPort;

/** Loopback ports for embedded servers: {@value #FIRST} to {@value #LAST}. */
public final class LoopbackPorts {
    public static final int FIRST = 15432;
    public static final int LAST = 15631;

    private static final String LOOPBACK = "127.0.0.1"; // where the server listens; not ::1

    private LoopbackPorts() {}

    /** The requested port if it is free, else the first free one of the range. */
    static int free(int wanted) throws IOException {
        return IntStream.concat(IntStream.of(wanted), IntStream.rangeClosed(FIRST, LAST))
                .filter(LoopbackPorts::isFree)
                .findFirst()
                .orElseThrow(() -> new IOException("all ports from " + FIRST + " to " + LAST
                        + " on 127.0.0.1 are in use; stop a server to free one"));
    }

    /** Whether the port is free. */
    public static boolean isFree(int port) {
        return new LocalPort(LOOPBACK, port).free();
    }
}
