package squall.testbed.net;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster.DelegatedLinks;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;

/** Cluster whose link faults are implemented by its current relay, if it has one. */
public interface LinkedCluster extends DelegatedLinks {
    /** Returns the relay; empty if nothing between nodes and clients can be disturbed. */
    Optional<? extends Links> relay() throws IOException;

    @Override
    default Links linkControl() throws IOException {
        return relay().orElseThrow(() -> new IOException(
                "this cluster does not support link faults: it was created with neither links nor namespaces"));
    }

    @Override
    default List<Link> links() throws IOException {
        Optional<? extends Links> relay = relay();
        return relay.isPresent() ? relay.get().links() : List.of();
    }
}
