package squall.cql;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import squall.cql.CqlClusterFacts.CqlNodeNames;

/**
 * Traffic of each node: the requests it answered, and the errors that the driver hid because it tried another node. Safe for use by many
 * threads.
 */
public final class NodeTraffic {
    /**
     * Share of one node.
     *
     * @param node host:port
     * @param answered requests it answered
     * @param hidden errors after which the driver tried another node, by the driver's name for them
     */
    public record Share(String node, long answered, Map<String, Long> hidden) {
        public Share {
            hidden = Map.copyOf(hidden);
        }

        /** Returns the traffic since an earlier share of the same node. */
        public Share since(Share earlier) {
            Map<String, Long> more = new TreeMap<>(hidden);
            earlier.hidden().forEach((code, count) -> more.merge(code, -count, Long::sum));
            more.values().removeIf(count -> count == 0);
            return new Share(node, answered - earlier.answered(), more);
        }
    }

    private static final class Counts {
        final LongAdder answered = new LongAdder();
        final ConcurrentMap<String, LongAdder> hidden = new ConcurrentHashMap<>();

        Share share(String node) {
            return new Share(
                    node,
                    answered.sum(),
                    hidden.entrySet().stream()
                            .collect(Collectors.toMap(
                                    Map.Entry::getKey, entry -> entry.getValue().sum())));
        }
    }

    private final CqlErrors errors;
    private final ConcurrentMap<Node, Counts> byNode = new ConcurrentHashMap<>();

    NodeTraffic(CqlErrors errors) {
        this.errors = errors;
    }

    /** Returns the shares by the nodes' addresses. */
    public List<Share> shares() {
        Map<String, Share> shares = new TreeMap<>();
        byNode.forEach((node, counts) ->
                shares.merge(CqlNodeNames.label(node), counts.share(CqlNodeNames.label(node)), NodeTraffic::sum));
        return new ArrayList<>(shares.values());
    }

    /** Counts an answer. @return how often the driver sent the request */
    int answered(ExecutionInfo info) {
        Node coordinator = info.getCoordinator();
        if (coordinator != null) {
            counts(coordinator).answered.increment();
        }
        return 1 + hidden(info);
    }

    /** Counts the errors hidden before one that was thrown. */
    void hidden(RuntimeException e) {
        ExecutionInfo info = e instanceof DriverException told ? told.getExecutionInfo() : null;
        if (info != null) {
            hidden(info);
        }
    }

    private int hidden(ExecutionInfo info) {
        int sent = 0;
        for (var error : info.getErrors()) {
            counts(error.getKey())
                    .hidden
                    .computeIfAbsent(errors.code(error.getValue()), code -> new LongAdder())
                    .increment();
            sent += CqlErrors.sent(error.getValue()) ? 1 : 0;
        }
        return sent;
    }

    private Counts counts(Node node) {
        Counts counts = byNode.get(node);
        return counts == null ? byNode.computeIfAbsent(node, unseen -> new Counts()) : counts;
    }

    /** Adds two shares: a node that left and came back is another object of the driver. */
    private static Share sum(Share one, Share other) {
        Map<String, Long> hidden = new TreeMap<>(one.hidden());
        other.hidden().forEach((code, count) -> hidden.merge(code, count, Long::sum));
        return new Share(one.node(), one.answered() + other.answered(), hidden);
    }
}
