package squall.testbed.cassandra;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import javax.management.JMX;
import javax.management.ObjectName;
import squall.testbed.cassandra.agent.RulesMXBean;
import squall.testbed.cassandra.rule.BytemanRule;
import squall.testbed.cassandra.rule.DiskRule;
import squall.testbed.cassandra.rule.LinkRule;

/** Set of one running node's rules, with queries that show their effect. */
record NodeRules(JmxClient jmx) {
    /** Class that Byteman calls when a node starts. */
    static final String AGENT = "squall.testbed.cassandra.agent.NodeRuleRegistry";

    private static final String BEAN = "squall:type=Rules";
    private static final int LOOKS = 5;
    private static final Duration LIMIT = Duration.ofSeconds(30); // code that the whole node runs is changed meanwhile

    /** Returns the jar or folder of {@link #AGENT}, which contains this class too. */
    static String classPath() throws IOException {
        try {
            return Path.of(RulesMXBean.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IOException("the location of Squall's own classes cannot be written in a class path", e);
        }
    }

    /** Replaces the rules of the same purpose. @param rules created for the uptime at which they expire */
    void replace(List<String> old, Duration atMost, Function<Long, Stream<BytemanRule>> rules)
            throws IOException, InterruptedException {
        ask(LIMIT, bean -> {
            old.forEach(bean::remove);
            rules.apply(bean.getUptimeMs() + atMost.toMillis()).forEach(rule -> bean.install(rule.name(), rule.text()));
            return true;
        });
    }

    void remove(List<String> names) throws IOException, InterruptedException {
        if (!names.isEmpty()) {
            ask(LIMIT, bean -> {
                names.forEach(bean::remove);
                return true;
            });
        }
    }

    /** Reads the faults of links into this node; optionally including expired rules. */
    List<LinkRule> links(boolean ended) throws IOException, InterruptedException {
        return rules(ended, LinkRule::read, LinkRule::untilMs);
    }

    /** Reads the faults of the disk; optionally including expired rules. */
    List<DiskRule> disk(boolean ended) throws IOException, InterruptedException {
        return rules(ended, DiskRule::read, DiskRule::untilMs);
    }

    /** @param peer host:port of its connection between nodes */
    Optional<Duration> echo(String peer, Duration atMost) throws IOException, InterruptedException {
        return time(ask(atMost.plus(LIMIT), bean -> bean.echo(peer, atMost.toMillis())));
    }

    Optional<Duration> sync(Path file, Duration atMost) throws IOException, InterruptedException {
        return time(ask(atMost.plus(LIMIT), bean -> bean.sync(file.toString(), atMost.toMillis())));
    }

    /** Measures how far the node's clock is ahead of another, by the fastest of several answers: the error is half of its duration. */
    Duration ahead(InstantSource other) throws IOException, InterruptedException {
        return ask(LIMIT, bean -> {
            long best = Long.MAX_VALUE;
            long ahead = 0;
            for (int look = 0; look < LOOKS; look++) {
                long beforeMs = other.millis();
                long nodeMs = bean.getTimeMs();
                long afterMs = other.millis();
                if (afterMs - beforeMs < best) {
                    best = afterMs - beforeMs;
                    ahead = nodeMs - (beforeMs + afterMs) / 2;
                }
            }
            return Duration.ofMillis(ahead);
        });
    }

    private <R> List<R> rules(boolean ended, Function<String, Optional<R>> read, ToLongFunction<R> untilMs)
            throws IOException, InterruptedException {
        return ask(LIMIT, bean -> {
            long now = ended ? Long.MIN_VALUE : bean.getUptimeMs();
            return Stream.of(bean.getNames())
                    .map(read)
                    .flatMap(Optional::stream)
                    .filter(rule -> untilMs.applyAsLong(rule) > now)
                    .toList();
        });
    }

    private static Optional<Duration> time(long nanoseconds) {
        return nanoseconds == RulesMXBean.NO_ANSWER ? Optional.empty() : Optional.of(Duration.ofNanos(nanoseconds));
    }

    private <T> T ask(Duration limit, Function<RulesMXBean, T> question) throws IOException, InterruptedException {
        return jmx.ask(
                limit, node -> question.apply(JMX.newMXBeanProxy(node, new ObjectName(BEAN), RulesMXBean.class)));
    }
}
