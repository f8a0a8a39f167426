package squall.testbed.net;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Trouble;

/** A cluster whose links are somebody else's work: of whoever relays them now, if anybody does. */
public interface Linked extends Links {
    /** Empty while nothing between nodes and clients can be disturbed. */
    Optional<? extends Links> relay() throws IOException;

    private Links relaying() throws IOException {
        return relay().orElseThrow(
                        () -> new IOException(
                                "the links of this cluster cannot be disturbed: it was brought up neither with links nor with namespaces"));
    }

    @Override
    default List<Link> links() throws IOException {
        Optional<? extends Links> relay = relay();
        return relay.isPresent() ? relay.get().links() : List.of();
    }

    @Override
    default Optional<String> refusal(Trouble trouble) throws IOException, InterruptedException {
        return relaying().refusal(trouble);
    }

    @Override
    default void disturb(Link link, Trouble trouble, Duration atMost) throws IOException, InterruptedException {
        relaying().disturb(link, trouble, atMost);
    }

    @Override
    default void mend(Link link) throws IOException, InterruptedException {
        relaying().mend(link);
    }

    @Override
    default Optional<Trouble> trouble(Link link) throws IOException, InterruptedException {
        return relaying().trouble(link);
    }

    @Override
    default OptionalLong strikes(Link link) throws IOException, InterruptedException {
        return relaying().strikes(link);
    }

    @Override
    default Optional<Duration> probe(Link link, Duration atMost) throws IOException, InterruptedException {
        return relaying().probe(link, atMost);
    }
}
