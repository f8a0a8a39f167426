package squall.cql;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a cluster is.
 *
 * @param contactPoints host:port, at least one
 * @param datacenter the local one; empty: not told
 */
public record CqlAddress(List<String> contactPoints, String datacenter) {
    private static final String SCHEME = "cql://";
    private static final String DATACENTER = "dc=";

    public CqlAddress {
        contactPoints = List.copyOf(contactPoints);
    }

    /** As users list hosts. @param port of those that name none @throws IllegalArgumentException if there is none */
    public static CqlAddress ofHosts(String hosts, int port) {
        List<String> contactPoints = new ArrayList<>();
        for (String host : hosts.split(",", -1)) {
            String named = host.strip();
            if (!named.isEmpty()) {
                contactPoints.add(hasPort(named) ? named : named + ":" + port);
            }
        }
        if (contactPoints.isEmpty()) {
            throw new IllegalArgumentException("hosts must be a comma list of HOST or HOST:PORT, not '" + hosts + "'");
        }
        return new CqlAddress(contactPoints, "");
    }

    /** Whether a target's address is one of CQL. */
    public static boolean isUrl(String url) {
        return url.startsWith(SCHEME);
    }

    /** As targets tell it: {@code cql://HOST:PORT,HOST:PORT?dc=NAME}. */
    public static CqlAddress ofUrl(String url) {
        if (!isUrl(url)) {
            throw new IllegalArgumentException("an address of a CQL target begins with " + SCHEME + ", not as " + url);
        }
        String[] parts = url.substring(SCHEME.length()).split("\\?", 2);
        String query = parts.length == 2 ? parts[1] : "";
        String datacenter = query.startsWith(DATACENTER) ? query.substring(DATACENTER.length()) : "";
        return new CqlAddress(List.of(parts[0].split(",", -1)), datacenter);
    }

    /** Of several colons in an address of IPv6, only one after its bracket leads to a port. */
    private static boolean hasPort(String host) {
        return host.lastIndexOf(':') > host.lastIndexOf(']')
                && (host.indexOf(':') == host.lastIndexOf(':') || host.startsWith("["));
    }
}
