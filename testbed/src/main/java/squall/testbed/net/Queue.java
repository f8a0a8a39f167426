package squall.testbed.net;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Trouble;

/** What the kernel's traffic control is told about a link: a queue at the sender's end of the wire. It knows no deadline. */
record Queue(Subnet subnet, Link link) {
    /** By which our queues are known, and by which alone they are removed. */
    static final String HANDLE = "7371:";

    private static final int LEAST_BURST = 4_096; // more than one packet of the usual size
    private static final int BURSTS_PER_SECOND = 20;

    /** Empty: on this machine's own side, at its end of the wire. */
    Optional<String> namespace() {
        return link.from().equals(Links.CLIENTS) ? Optional.empty() : Optional.of(subnet.name(link.from()));
    }

    String device() {
        return namespace().isPresent() ? link.to() : subnet.name(link.to());
    }

    List<String> add(Trouble trouble) {
        return add(device(), trouble);
    }

    /** Never in place of what is there: that is not ours. */
    static List<String> add(String device, Trouble trouble) {
        var common = List.of("tc", "qdisc", "add", "dev", device, "root", "handle", HANDLE);
        return Stream.concat(common.stream(), shape(trouble).stream()).toList();
    }

    List<String> remove() {
        return List.of("tc", "qdisc", "delete", "dev", device(), "root", "handle", HANDLE);
    }

    List<String> show() {
        return List.of("tc", "-s", "-j", "qdisc", "show", "dev", device());
    }

    private static List<String> shape(Trouble trouble) {
        return switch (trouble) {
            case Trouble.Throttle(long perSecond) ->
                List.of(
                        "tbf",
                        "rate",
                        perSecond * Byte.SIZE + "bit",
                        "burst",
                        Long.toString(Math.max(LEAST_BURST, perSecond / BURSTS_PER_SECOND)),
                        "latency",
                        "400ms");
            case Trouble.Delay(Duration by, Duration jitter) -> delay(by, jitter);
            case Trouble.Cut cut -> throw ruled(cut);
            case Trouble.Loss loss -> throw ruled(loss);
            case Trouble.Reset reset -> throw ruled(reset);
        };
    }

    /** Ours is "and up to so much more", netem's "so much to either side". */
    private static List<String> delay(Duration by, Duration jitter) {
        long halfMicros = jitter.toNanos() / 2_000;
        String middle = by.toNanos() / 1_000 + halfMicros + "us";
        return halfMicros == 0
                ? List.of("netem", "delay", middle)
                : List.of("netem", "delay", middle, halfMicros + "us");
    }

    private static IllegalArgumentException ruled(Trouble trouble) {
        return new IllegalArgumentException("no queue makes " + trouble + ", which is a rule's");
    }
}
