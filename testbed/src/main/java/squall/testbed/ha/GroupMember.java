package squall.testbed.ha;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import squall.spi.Cluster;
import squall.testbed.cluster.ClusterNote;
import squall.testbed.host.LocalPort;

/**
 * Member of the group: a node as it is recorded over restarts.
 *
 * @param name also its {@code application_name} towards the primary
 * @param host a numeric address
 * @param zone a label only: all nodes share one machine
 */
public record GroupMember(String name, String host, int port, String zone) implements ClusterNote.Member {
    /** Reads a member; groups created before there were namespaces have no host. */
    @JsonCreator
    static GroupMember read(
            @JsonProperty("name") String name,
            @JsonProperty("host") @Nullable String host,
            @JsonProperty("port") int port,
            @JsonProperty("zone") String zone) {
        return new GroupMember(name, Optional.ofNullable(host).orElse(HOST), port, zone);
    }

    public LocalPort address() {
        return new LocalPort(host, port);
    }

    @Override
    public Cluster.Node node() {
        return new Cluster.Node(name, host, port, zone, REGION);
    }

    @Override
    public List<LocalPort> ports() {
        return List.of(address());
    }
}
