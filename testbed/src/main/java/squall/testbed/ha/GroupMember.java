package squall.testbed.ha;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import squall.spi.Cluster;
import squall.testbed.host.LocalPort;

/**
 * A node of the group, kept over restarts.
 *
 * @param name also its {@code application_name} towards the primary
 * @param host a numeric address
 * @param zone a label only: all nodes share one machine
 */
public record GroupMember(String name, String host, int port, String zone) {
    /** The host of all nodes without their own network namespaces. */
    public static final String HOST = "127.0.0.1";

    static final String REGION = "region1";

    /** Groups that were made before there were namespaces tell no host. */
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

    public Cluster.Node node() {
        return new Cluster.Node(name, host, port, zone, REGION);
    }
}
