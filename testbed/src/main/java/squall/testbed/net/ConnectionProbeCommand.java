package squall.testbed.net;

import java.io.IOException;
import java.time.Duration;

/** {@link ConnectionProbe} as a separate process, which can be started in a node's namespace; prints nanoseconds, or nothing. */
public final class ConnectionProbeCommand {
    private ConnectionProbeCommand() {}

    /** @param args host, port, and the limit in milliseconds */
    public static void main(String[] args) throws IOException {
        Duration limit = Duration.ofMillis(Long.parseLong(args[2]));
        new ConnectionProbe("127.0.0.1", 1)
                .answer(limit); // a first attempt to an unused address, so that class loading is not measured
        new ConnectionProbe(args[0], Integer.parseInt(args[1]))
                .answer(limit)
                .ifPresent(took -> System.out.println(took.toNanos()));
    }
}
