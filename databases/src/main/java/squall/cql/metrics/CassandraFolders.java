package squall.cql.metrics;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import squall.host.usage.HostInstrument.Place;
import squall.host.usage.HostInstrument.Search;

/** Whether a Cassandra node is on this machine: the users of its management port, and its folders, can be read here. */
final class CassandraFolders implements Search {
    private final NodeProperties properties;
    private @Nullable Place found;

    CassandraFolders(NodeProperties properties) {
        this.properties = properties;
    }

    @Override
    public Place place() throws IOException, InterruptedException {
        Place known = found;
        if (known == null) {
            known = looked();
            found = known; // a node does not move here while it is measured
        }
        return known;
    }

    /** Its processor time is told by its own bean. */
    private Place looked() throws IOException, InterruptedException {
        List<Path> folders = properties.folders();
        return folders.isEmpty()
                ? new Place.Elsewhere("its folders cannot be read on this machine")
                : new Place.Here(OptionalLong.empty(), folders);
    }
}
