package squall.testbed;

import java.io.IOException;
import java.util.stream.IntStream;
import squall.testbed.host.Port;

/** Loopback ports for embedded servers: {@value #FIRST} to {@value #LAST}. */
public final class Ports {
    public static final int FIRST = 15432;
    public static final int LAST = 15631;

    private static final String LOOPBACK = "127.0.0.1"; // where the server listens; not ::1

    private Ports() {}

    /** The wanted port if nobody listens there, else the first free one of the range. */
    static int free(int wanted) throws IOException {
        return IntStream.concat(IntStream.of(wanted), IntStream.rangeClosed(FIRST, LAST))
                .filter(Ports::isFree)
                .findFirst()
                .orElseThrow(() -> new IOException(
                        "all ports from " + FIRST + " to " + LAST + " on 127.0.0.1 are in use; end some server there"));
    }

    /** Whether nobody listens there. */
    public static boolean isFree(int port) {
        return new Port(LOOPBACK, port).free();
    }
}
