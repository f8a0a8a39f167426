package squall.cql.metrics;

import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import squall.cql.CqlDatabase;
import squall.host.usage.HostInstrument;
import squall.spi.Instrument;
import squall.sql.metrics.Pages;

/** Which instruments a database over CQL has. */
public final class CqlInstruments {
    private CqlInstruments() {}

    /**
     * For each of the nodes that are spoken to at this moment. As {@link squall.spi.Load#instruments}.
     *
     * @param pages where the servers publish their figures; empty: on the usual ports of the nodes' hosts
     */
    public static List<Instrument> of(CqlDatabase database, List<URI> pages) {
        return switch (database.dialect()) {
            case CASSANDRA -> cassandra(database, pages);
            case YCQL ->
                Pages.YCQL.instruments(
                        nodes(database).map(CqlDatabase::label).sorted().toList(), pages);
        };
    }

    private static List<Instrument> cassandra(CqlDatabase database, List<URI> pages) {
        if (!pages.isEmpty()) {
            throw new IllegalArgumentException(
                    "Cassandra publishes no page for Prometheus whose figures are known here: leave " + pages + " out");
        }
        return Stream.concat(
                        Stream.of(new TokenShares(database)), nodes(database).flatMap(node -> of(database, node)))
                .toList();
    }

    private static Stream<Instrument> of(CqlDatabase database, Node node) {
        NodeProperties properties = new NodeProperties(database, node);
        String label = CqlDatabase.label(node);
        return Stream.of(
                new VirtualTables(database, node),
                new Beans(label, properties),
                new HostInstrument(label, new CassandraFolders(properties)));
    }

    static Stream<Node> nodes(CqlDatabase database) {
        return database.metadata().getNodes().values().stream()
                .filter(node -> node.getDistance() != NodeDistance.IGNORED);
    }
}
