package squall.testbed.net;

import java.io.IOException;
import java.time.Duration;

/** {@link Dial} as a process of its own, which can be started at a node's place; prints nanoseconds, or nothing. */
public final class DialCommand {
    private DialCommand() {}

    /** @param args host, port, and the limit in milliseconds */
    public static void main(String[] args) throws IOException {
        Duration limit = Duration.ofMillis(Long.parseLong(args[2]));
        new Dial("127.0.0.1", 1).answer(limit); // nobody is there; so that loading classes is not what is measured
        new Dial(args[0], Integer.parseInt(args[1]))
                .answer(limit)
                .ifPresent(took -> System.out.println(took.toNanos()));
    }
}
