package squall.scenario.target;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import squall.spi.Cluster.Node;

/** What fails as one. */
public enum FailureDomain {
    ZONE("zone") {
        @Override
        SequencedMap<String, List<Node>> parts(List<Node> nodes) {
            var exact = by(nodes, Node::place);
            var named = by(nodes, Node::zone);
            return named.size() == exact.size() ? named : exact;
        }
    },
    REGION("region") {
        @Override
        SequencedMap<String, List<Node>> parts(List<Node> nodes) {
            return by(nodes, Node::region);
        }
    };

    private final String key;

    FailureDomain(String key) {
        this.key = key;
    }

    /** As users write it. */
    public String key() {
        return key;
    }

    /** The existing ones, by name, in the order of their nodes; by region and name if a name occurs in several regions. */
    abstract SequencedMap<String, List<Node>> parts(List<Node> nodes);

    static SequencedMap<String, List<Node>> by(List<Node> nodes, Function<Node, String> name) {
        return nodes.stream().collect(Collectors.groupingBy(name, LinkedHashMap::new, Collectors.toList()));
    }
}
