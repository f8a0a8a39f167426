package squall.testbed.cassandra;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import squall.testbed.net.Subnet;

/** How clients distinguish nodes on one machine. */
public enum NodeAddressing {
    /** 127.0.0.1, 127.0.0.2, … with the same port; any driver finds all nodes. macOS needs an alias for each. */
    OWN,
    /** 127.0.0.1 with a port each; drivers before version 4 see one node only. */
    SHARED,
    /** One each in a subnet of the cluster's own, behind which is a network namespace of the node's own; for root. */
    NAMESPACES;

    /**
     * The host of the node with this number, from 1 on.
     *
     * @param subnet of a cluster with namespaces
     */
    String host(int number, Optional<Subnet> subnet) {
        return switch (this) {
            case OWN -> "127.0.0." + number;
            case SHARED -> "127.0.0.1";
            case NAMESPACES -> subnet.orElseThrow().address("n" + number);
        };
    }

    /** The word used in options and files. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @param where names the option, for messages */
    static NodeAddressing of(String where, String word) {
        return Stream.of(values())
                .filter(addresses -> addresses.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        where + ": option 'addresses' must be own, shared or namespaces, not '" + word + "'"));
    }

    /** Own addresses wherever the system has them without being asked. */
    static NodeAddressing usual(String osName) {
        return osName.toLowerCase(Locale.ROOT).startsWith("linux") ? OWN : SHARED;
    }
}
