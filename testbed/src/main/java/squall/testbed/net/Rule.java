package squall.testbed.net;

import java.time.Duration;
import java.util.Locale;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Trouble;
import squall.testbed.link.Orders;

/**
 * What netfilter is told about a link, in nft's language: a table for it alone, in the namespace of the node it leads to. Only packets of
 * addresses in the table's set are struck, and the kernel takes the address out of the set when the time is over, whoever lives.
 */
record Rule(Subnet subnet, Link link) {
    /** Of so many packets a share is lost. */
    private static final int PARTS = 10_000;

    /** Whose namespace it is in: the receiver's, as a wire loses what was sent. This machine's own is not touched: there the sender's. */
    String node() {
        return outward() ? link.from() : link.to();
    }

    private boolean outward() {
        return link.to().equals(Links.CLIENTS);
    }

    String table() {
        return "sq_" + link.from() + "_" + link.to();
    }

    /** In one transaction, in place of what was there. */
    String set(Trouble trouble, Duration atMost) {
        // A connection to clients is refused when it comes in: what goes out has been accepted already.
        boolean leaving = outward() && !(trouble instanceof Trouble.Reset);
        String peer = subnet.address(outward() ? link.to() : link.from());
        return String.format(
                Locale.ROOT,
                """
                add table inet %1$s
                delete table inet %1$s
                table inet %1$s {
                  set struck { type ipv4_addr; flags timeout; }
                  chain link {
                    type filter hook %2$s priority -300; policy accept;
                    ip %3$s @struck %4$s comment "%5$s"
                  }
                }
                add element inet %1$s struck { %6$s timeout %7$dms }
                """,
                table(),
                leaving ? "output" : "input",
                leaving ? "daddr" : "saddr",
                verdict(trouble),
                Orders.written(trouble),
                peer,
                atMost.toMillis());
    }

    /** No harm is done where there is none: the first half makes it, so that the second has something to remove. */
    String clear() {
        return "add table inet " + table() + "; delete table inet " + table();
    }

    private static String verdict(Trouble trouble) {
        return switch (trouble) {
            case Trouble.Cut() -> "counter drop";
            case Trouble.Loss(double share) ->
                "numgen random mod " + PARTS + " < " + Math.max(1, Math.round(share * PARTS)) + " counter drop";
            // Not what ends a connection itself: else two who refuse each other would both hear nothing.
            case Trouble.Reset() -> "tcp flags & rst == 0 counter reject with tcp reset";
            case Trouble.Delay delay -> throw queued(delay);
            case Trouble.Throttle throttle -> throw queued(throttle);
        };
    }

    private static IllegalArgumentException queued(Trouble trouble) {
        return new IllegalArgumentException("netfilter has no rule for " + trouble + ", which wants a queue");
    }
}
