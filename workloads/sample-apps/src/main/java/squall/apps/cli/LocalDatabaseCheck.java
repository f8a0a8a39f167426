package squall.apps.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;

/** Whether a database runs on this machine. */
final class LocalDatabaseCheck {
    static final String WARNING =
            "client and server share this machine and its CPUs: these are figures of both together";

    private LocalDatabaseCheck() {}

    /** @param endpoints {@code host:port} each; one whose address is not known here is elsewhere */
    static boolean any(List<String> endpoints) {
        return endpoints.stream().anyMatch(LocalDatabaseCheck::here);
    }

    private static boolean here(String endpoint) {
        String host = endpoint.replaceFirst(":\\d+$", "").replaceAll("[\\[\\]]", "");
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (IOException e) {
            return false; // no such name, so not ours
        }
    }
}
