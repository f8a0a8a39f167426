package squall.adversity.probe.cql;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import squall.adversity.probe.ground.Nodes;
import squall.adversity.probe.ground.Place;

/** Finds a key for each node: one that the node is the first to hold. */
final class CqlPlaces {
    /** Keys of lanes begin here, far from those of registers. */
    private static final int FIRST_LANE = 1_000_000;

    /** More keys than this are not tried: a node that is the first of none of them has no tokens. */
    private static final int MOST_TRIES = 10_000;

    private final Metadata metadata;
    private final Nodes names;

    CqlPlaces(Metadata metadata, Nodes names) {
        this.metadata = metadata;
        this.names = names;
    }

    List<Place> places(int perNode) {
        Optional<? extends TokenMap> tokens = metadata.getTokenMap();
        return tokens.isPresent() ? placed(tokens.get(), perNode) : anywhere(perNode);
    }

    private List<Place> placed(TokenMap tokens, int perNode) {
        Map<Node, Integer> wanted = new HashMap<>();
        metadata.getNodes().values().forEach(node -> wanted.put(node, perNode));
        List<Place> places = new ArrayList<>();
        for (int key = FIRST_LANE; key < FIRST_LANE + MOST_TRIES && !wanted.isEmpty(); key++) {
            Set<Node> replicas = tokens.getReplicas(
                    CqlIdentifier.fromCql(CqlTexts.KEYSPACE),
                    Objects.requireNonNull(TypeCodecs.INT.encode(key, ProtocolVersion.DEFAULT)));
            Node first = replicas.isEmpty() ? null : replicas.iterator().next();
            Integer left = first == null ? null : wanted.get(first);
            if (first != null && left != null) {
                places.add(place(
                        first,
                        key,
                        perNode - left + 1,
                        perNode,
                        "the first of " + replicas.size() + " replicas of its key"));
                wanted.compute(first, (node, open) -> open == null || open == 1 ? null : open - 1);
            }
        }
        return places;
    }

    private List<Place> anywhere(int perNode) {
        List<Place> places = new ArrayList<>();
        for (Node node : metadata.getNodes().values()) {
            for (int number = 1; number <= perNode; number++) {
                places.add(place(
                        node, FIRST_LANE + places.size(), number, perNode, "which node leads its key is not known"));
            }
        }
        return places;
    }

    private Place place(Node node, int key, int number, int perNode, String how) {
        String address = address(node);
        String name = names.name(address);
        String zone =
                names.at(address).isPresent() ? names.zone(address) : Objects.requireNonNullElse(node.getRack(), "");
        return new Place(perNode == 1 ? name : name + "#" + number, name, zone, key, 0, address + ": " + how);
    }

    private static String address(Node node) {
        return node.getEndPoint().resolve() instanceof InetSocketAddress socket
                ? socket.getAddress().getHostAddress() + ":" + socket.getPort()
                : String.valueOf(node.getEndPoint());
    }
}
