package squall.testbed.cassandra.rule;

import java.time.Duration;
import java.util.Optional;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Trouble;
import squall.testbed.link.Orders;

/**
 * What one direction between two nodes suffers; the receiving node has the rule. Streams, by which nodes join, leave and repair, are no
 * messages and pass.
 *
 * @param untilMs how long the receiving node's JVM has run when the link is well again by itself
 */
public record LinkRule(Link link, Trouble trouble, long untilMs) {
    private static final String WORD = "link";
    private static final int WORDS = 5;

    /** A message that is taken from the sink as if it had never come; its memory is given back after this. */
    private static final String ARRIVED = """
            CLASS org.apache.cassandra.net.InboundSink
            METHOD accept(org.apache.cassandra.net.Message)
            """;

    /** Where the connection's own thread hands a message to those who do the work. */
    private static final String HANDED_ON = """
            CLASS org.apache.cassandra.net.InboundMessageHandler
            METHOD dispatch
            """;

    /** Why a rule cannot do it; empty if it can. */
    public static Optional<String> refusal(Trouble trouble) {
        return switch (trouble) {
            case Trouble.Cut cut -> Optional.empty();
            case Trouble.Delay delay -> Optional.empty();
            case Trouble.Loss loss ->
                Optional.of(
                        "rules inside Cassandra see whole messages, which nobody sends again; packets are lost in namespaces");
            case Trouble.Reset reset -> Optional.of("rules inside Cassandra hold messages up, they end no connection");
            case Trouble.Throttle throttle ->
                Optional.of("rules inside Cassandra hold messages up, they count no bytes");
        };
    }

    /**
     * For the receiving node.
     *
     * @param peer the sending node as {@code HOST:PORT} of the connections between nodes
     * @param apart what the link takes longer anyway
     * @throws IllegalArgumentException if no rule can do it
     */
    public Rule rule(String peer, Duration apart) {
        return switch (trouble) {
            case Trouble.Cut cut -> Rule.of(name(), ARRIVED, from("$1.from()", peer), "RETURN", untilMs);
            case Trouble.Delay(Duration by, Duration jitter) -> {
                String later = Rule.gate(
                        "later",
                        "$1.header().verb.stage.executor()",
                        "$1",
                        Rule.quoted(by.plus(apart).toMillis()),
                        Rule.quoted(jitter.toMillis()));
                yield Rule.of(name(), HANDED_ON, from("$1.header().from", peer), later + "; RETURN", untilMs);
            }
            case Trouble.Loss loss -> throw none();
            case Trouble.Reset reset -> throw none();
            case Trouble.Throttle throttle -> throw none();
        };
    }

    private IllegalArgumentException none() {
        return new IllegalArgumentException(refusal(trouble).orElse("no rule does " + trouble));
    }

    private static String from(String sender, String peer) {
        return sender + ".getHostAddressAndPort().equals(" + Rule.quoted(peer) + ")";
    }

    public String name() {
        return String.join(" ", WORD, link.from(), link.to(), Long.toString(untilMs), Orders.written(trouble));
    }

    /** Empty if the name is one of another kind of rule. */
    public static Optional<LinkRule> read(String name) {
        String[] words = name.split(" ", WORDS);
        return words.length == WORDS && words[0].equals(WORD)
                ? Optional.of(new LinkRule(
                        new Link(words[1], words[2]), Orders.read(words[WORDS - 1]), Long.parseLong(words[3])))
                : Optional.empty();
    }
}
