package squall.adversity.junit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of this machine's loopback on which nobody listened a moment ago. They are below those that Linux gives to outgoing connections:
 * none of these takes the port of a node that is down.
 */
final class FreePorts {
    private static final int LOWEST = 20_000;
    private static final int HIGHEST = 32_000;

    private FreePorts() {}

    /** So many, each another. */
    static List<Integer> some(int number) throws IOException {
        int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST - number);
        List<Integer> free = new ArrayList<>();
        while (free.size() < number) {
            if (port > HIGHEST) {
                throw new IOException("of the ports up to " + HIGHEST + " of 127.0.0.1 too few are free: " + free
                        + ", and " + number + " are wanted");
            }
            if (free(port)) {
                free.add(port);
            }
            port++;
        }
        return List.copyOf(free);
    }

    private static boolean free(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false; // bind has no other way to say so
        }
    }
}
