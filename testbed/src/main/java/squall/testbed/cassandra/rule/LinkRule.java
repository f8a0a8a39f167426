package squall.testbed.cassandra.rule;

import java.time.Duration;
import java.util.Optional;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.testbed.link.LinkOrderFormat;

/**
 * Rule for the impairment of one direction between two nodes; the receiving node has it. Streams, by which nodes join, leave and repair,
 * are not messages and pass.
 *
 * @param untilMs uptime of the receiving node's JVM at which the impairment ends by itself
 */
public record LinkRule(Link link, Impairment impairment, long untilMs) {
    private static final String WORD = "link";
    private static final int WORDS = 5;

    /** Trigger at which a message is dropped as if it had never come; its memory is released after this. */
    private static final String ARRIVED = """
            CLASS org.apache.cassandra.net.InboundSink
            METHOD accept(org.apache.cassandra.net.Message)
            """;

    /** Trigger at which the connection's own thread passes a message to the worker threads. */
    private static final String HANDED_ON = """
            CLASS org.apache.cassandra.net.InboundMessageHandler
            METHOD dispatch
            """;

    /** Returns why no rule supports the impairment; empty if one does. */
    public static Optional<String> refusal(Impairment impairment) {
        return switch (impairment) {
            case Impairment.Cut cut -> Optional.empty();
            case Impairment.Delay delay -> Optional.empty();
            case Impairment.Loss loss ->
                Optional.of(
                        "rules inside Cassandra work on whole messages, which are not retransmitted; packet loss needs namespaces");
            case Impairment.Reset reset ->
                Optional.of("rules inside Cassandra delay messages; they cannot reset connections");
            case Impairment.Throttle throttle ->
                Optional.of("rules inside Cassandra delay messages; they cannot limit bandwidth");
        };
    }

    /**
     * Creates the rule for the receiving node.
     *
     * @param peer the sending node as {@code HOST:PORT} of the connections between nodes
     * @param apart the latency that the link has without the fault
     * @throws IllegalArgumentException if no rule supports the impairment
     */
    public BytemanRule rule(String peer, Duration apart) {
        return switch (impairment) {
            case Impairment.Cut cut -> BytemanRule.of(name(), ARRIVED, from("$1.from()", peer), "RETURN", untilMs);
            case Impairment.Delay(Duration by, Duration jitter) -> {
                String later = BytemanRule.gate(
                        "later",
                        "$1.header().verb.stage.executor()",
                        "$1",
                        BytemanRule.quoted(by.plus(apart).toMillis()),
                        BytemanRule.quoted(jitter.toMillis()));
                yield BytemanRule.of(name(), HANDED_ON, from("$1.header().from", peer), later + "; RETURN", untilMs);
            }
            case Impairment.Loss loss -> throw none();
            case Impairment.Reset reset -> throw none();
            case Impairment.Throttle throttle -> throw none();
        };
    }

    private IllegalArgumentException none() {
        return new IllegalArgumentException(refusal(impairment).orElse("there is no rule for " + impairment));
    }

    private static String from(String sender, String peer) {
        return sender + ".getHostAddressAndPort().equals(" + BytemanRule.quoted(peer) + ")";
    }

    public String name() {
        return String.join(
                " ", WORD, link.from(), link.to(), Long.toString(untilMs), LinkOrderFormat.written(impairment));
    }

    /** Parses the name of a rule; empty if it is one of another kind. */
    public static Optional<LinkRule> read(String name) {
        String[] words = name.split(" ", WORDS);
        return words.length == WORDS && words[0].equals(WORD)
                ? Optional.of(new LinkRule(
                        new Link(words[1], words[2]), LinkOrderFormat.read(words[WORDS - 1]), Long.parseLong(words[3])))
                : Optional.empty();
    }

    /**
     * Rule that delays messages between data centres as long as the node runs. Streams are not messages and pass.
     *
     * <p>Its trigger comes after that of {@link LinkRule}: a message that such a rule has delayed does not reach it, so its delay must
     * include this one.
     *
     * @param apartMs one way
     */
    public record RegionRule(long apartMs) {
        private static final String CONFIGURED = "org.apache.cassandra.config.DatabaseDescriptor.";

        /** Returns the text of the rule for the receiving node. */
        public String text() {
            // The class is named, because Byteman's own trigger for a rule at the entry is a call of 'execute' too.
            String later = BytemanRule.gate(
                    "later",
                    "$1.header().verb.stage.executor()",
                    "$1",
                    BytemanRule.quoted(apartMs),
                    BytemanRule.quoted(0));
            return "RULE regions are apart\n"
                    + "CLASS org.apache.cassandra.net.InboundMessageHandler\n"
                    + "METHOD dispatch\n"
                    + "AT INVOKE org.apache.cassandra.concurrent.Stage.execute\n"
                    + "IF NOT " + CONFIGURED + "getLocalDataCenter().equals("
                    + CONFIGURED + "getEndpointSnitch().getDatacenter($1.header().from))\n"
                    + "DO " + later + "; RETURN\n"
                    + "ENDRULE\n";
        }
    }
}
