package squall.testbed.net;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;

/** Queue at the sender's end of a link, as traffic control settings. The kernel does not expire it. */
record TrafficQueue(Subnet subnet, Link link) {
    /** Handle of Squall's queues; only queues with it are removed. */
    static final String HANDLE = "7371:";

    private static final int LEAST_BURST = 4_096; // more than one packet of the usual size
    private static final int BURSTS_PER_SECOND = 20;

    /** Number of packets that are under way at once. Netem's own limit of 1000 is reached at 2000 a second and half a second, and the rest lost. */
    private static final String MOST_DELAYED = "100000";

    /** Returns the namespace of the queue; empty: on this machine's own side, at its end of the wire. */
    Optional<String> namespace() {
        return link.from().equals(Links.CLIENTS) ? Optional.empty() : Optional.of(subnet.name(link.from()));
    }

    String device() {
        return namespace().isPresent() ? link.to() : subnet.name(link.to());
    }

    List<String> add(Impairment impairment) {
        return add(device(), impairment);
    }

    /** Returns the command that adds a queue; it never replaces an existing one, which was not created by Squall. */
    static List<String> add(String device, Impairment impairment) {
        var common = List.of("tc", "qdisc", "add", "dev", device, "root", "handle", HANDLE);
        return Stream.concat(common.stream(), shape(impairment).stream()).toList();
    }

    List<String> remove() {
        return List.of("tc", "qdisc", "delete", "dev", device(), "root", "handle", HANDLE);
    }

    /** Returns the command that removes any queue, for users: Squall removes only its own. */
    List<String> removeAny() {
        return List.of("tc", "qdisc", "delete", "dev", device(), "root");
    }

    List<String> show() {
        return List.of("tc", "-s", "-j", "qdisc", "show", "dev", device());
    }

    private static List<String> shape(Impairment impairment) {
        return switch (impairment) {
            case Impairment.Throttle(long perSecond) ->
                List.of(
                        "tbf",
                        "rate",
                        perSecond * Byte.SIZE + "bit",
                        "burst",
                        Long.toString(Math.max(LEAST_BURST, perSecond / BURSTS_PER_SECOND)),
                        "latency",
                        "400ms");
            case Impairment.Delay(Duration by, Duration jitter) -> delay(by, jitter);
            case Impairment.Cut cut -> throw ruled(cut);
            case Impairment.Loss loss -> throw ruled(loss);
            case Impairment.Reset reset -> throw ruled(reset);
        };
    }

    /** Converts a delay: Squall's jitter means "and up to so much more", netem's "so much to either side". */
    private static List<String> delay(Duration by, Duration jitter) {
        long halfMicros = jitter.toNanos() / 2_000;
        String middle = by.toNanos() / 1_000 + halfMicros + "us";
        var delay = List.of("netem", "limit", MOST_DELAYED, "delay", middle);
        return halfMicros == 0
                ? delay
                : Stream.concat(delay.stream(), Stream.of(halfMicros + "us")).toList();
    }

    private static IllegalArgumentException ruled(Impairment impairment) {
        return new IllegalArgumentException("no queueing discipline produces " + impairment + "; it needs a rule");
    }
}
