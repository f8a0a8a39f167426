package squall.testbed.net;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Wired;

/** A cluster whose links are disturbed by whoever relays them now, if anybody does. */
public interface Linked extends Wired {
    /** Empty while nothing between nodes and clients can be disturbed. */
    Optional<? extends Links> relay() throws IOException;

    @Override
    default Links wires() throws IOException {
        return relay().orElseThrow(
                        () -> new IOException(
                                "the links of this cluster cannot be disturbed: it was brought up neither with links nor with namespaces"));
    }

    @Override
    default List<Link> links() throws IOException {
        Optional<? extends Links> relay = relay();
        return relay.isPresent() ? relay.get().links() : List.of();
    }
}
