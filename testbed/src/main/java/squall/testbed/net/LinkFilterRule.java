package squall.testbed.net;

import java.time.Duration;
import java.util.Locale;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.testbed.link.LinkOrderFormat;

/**
 * Netfilter rules of a link, in nft's language: a separate table in the namespace of the node it leads to. Only packets of addresses in the
 * table's set are affected, and the kernel removes the address from the set at the deadline, even if no other process is alive.
 */
record LinkFilterRule(Subnet subnet, Link link) {
    /** Number of packets of which a share is lost. */
    private static final int PARTS = 10_000;

    /**
     * Returns the node in whose namespace the rules are: the receiver's, as a wire loses what was sent. This machine's own namespace is not
     * touched: on links to it, the sender's.
     */
    String node() {
        return outward() ? link.from() : link.to();
    }

    private boolean outward() {
        return link.to().equals(Links.CLIENTS);
    }

    String table() {
        return "sq_" + link.from() + "_" + link.to();
    }

    /** Returns the statements that set the rules in one transaction, replacing existing ones. */
    String set(Impairment impairment, Duration atMost) {
        // A connection to clients is refused when it comes in: packets that go out belong to accepted ones.
        boolean leaving = outward() && !(impairment instanceof Impairment.Reset);
        String peer = subnet.address(outward() ? link.to() : link.from());
        return String.format(
                Locale.ROOT,
                """
                add table inet %1$s
                delete table inet %1$s
                table inet %1$s {
                  set matched { type ipv4_addr; flags timeout; }
                  chain link {
                    type filter hook %2$s priority -300; policy accept;
                    ip %3$s @matched %4$s comment "%5$s"
                  }
                }
                add element inet %1$s matched { %6$s timeout %7$dms }
                """,
                table(),
                leaving ? "output" : "input",
                leaving ? "daddr" : "saddr",
                verdict(impairment),
                LinkOrderFormat.written(impairment),
                peer,
                atMost.toMillis());
    }

    /**
     * Returns the statements that remove the rules. They do no harm if there are none: the first creates the table, so that the second can
     * remove it.
     */
    String clear() {
        return "add table inet " + table() + "; delete table inet " + table();
    }

    private static String verdict(Impairment impairment) {
        return switch (impairment) {
            case Impairment.Cut() -> "counter drop";
            case Impairment.Loss(double share) ->
                "numgen random mod " + PARTS + " < " + Math.max(1, Math.round(share * PARTS)) + " counter drop";
            // Excludes resets themselves: otherwise, if two nodes refuse each other, neither would receive the other's
            // reset.
            case Impairment.Reset() -> "tcp flags & rst == 0 counter reject with tcp reset";
            case Impairment.Delay delay -> throw queued(delay);
            case Impairment.Throttle throttle -> throw queued(throttle);
        };
    }

    private static IllegalArgumentException queued(Impairment impairment) {
        return new IllegalArgumentException("netfilter has no rule for " + impairment + ", which needs a queue");
    }
}
