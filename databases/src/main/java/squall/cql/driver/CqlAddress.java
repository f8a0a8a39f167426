package squall.cql.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Address of a cluster.
 *
 * @param contactPoints host:port, at least one
 * @param datacenter the local one; empty: not given
 */
public record CqlAddress(List<String> contactPoints, String datacenter) {
    private static final String SCHEME = "cql://";
    private static final String NODE = "(\\[[0-9A-Fa-f:]+]|[\\w.\\-]+):\\d{1,5}";
    private static final Pattern URL =
            Pattern.compile(SCHEME + "(?<nodes>" + NODE + "(," + NODE + ")*)(\\?dc=(?<datacenter>.+))?");

    public CqlAddress {
        contactPoints = List.copyOf(contactPoints);
    }

    /**
     * Parses hosts as users list them, or an {@linkplain #ofUrl address}.
     *
     * @param port of those that name none
     * @throws IllegalArgumentException if there is none
     */
    public static CqlAddress ofHosts(String hosts, int port) {
        if (isUrl(hosts)) {
            return ofUrl(hosts);
        }
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

    /** Returns whether a target's address is one of CQL. */
    public static boolean isUrl(String url) {
        return url.startsWith(SCHEME);
    }

    /**
     * Parses the address of a target: {@code cql://HOST:PORT,HOST:PORT?dc=NAME}.
     *
     * @throws IllegalArgumentException if it has another form
     */
    public static CqlAddress ofUrl(String url) {
        Matcher matcher = URL.matcher(url);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("a CQL address must be cql://HOST:PORT,..., followed by ?dc=NAME if"
                    + " there are several data centres, not '" + url + "'");
        }
        String datacenter = matcher.group("datacenter");
        return new CqlAddress(List.of(matcher.group("nodes").split(",", -1)), datacenter == null ? "" : datacenter);
    }

    /** Returns whether a host includes a port; of several colons in an address of IPv6, only one after its bracket precedes a port. */
    private static boolean hasPort(String host) {
        return host.lastIndexOf(':') > host.lastIndexOf(']')
                && (host.indexOf(':') == host.lastIndexOf(':') || host.startsWith("["));
    }
}
