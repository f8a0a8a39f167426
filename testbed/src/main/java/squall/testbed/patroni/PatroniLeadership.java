package squall.testbed.patroni;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * Finds the leader: the node whose own Patroni reports that it leads. Reports about other nodes are not used, because a node that is cut
 * off knows only the past.
 */
record PatroniLeadership(List<PatroniMember> patroniMembers) {
    private static final int LIMIT_MS = 5_000;

    /** Empty if there is no leader, or it does not respond. */
    Optional<PatroniMember> leader() {
        return patroniMembers.stream().filter(PatroniLeadership::leads).findFirst();
    }

    /** Yes while it holds the role in etcd, and no longer than its {@code ttl} without hearing from there (REST API, {@code GET /primary}). */
    private static boolean leads(PatroniMember asked) {
        var uri = URI.create("http://" + asked.member().host() + ":" + asked.rest() + "/primary");
        try {
            var connection = (HttpURLConnection) uri.toURL().openConnection();
            connection.setConnectTimeout(LIMIT_MS);
            connection.setReadTimeout(LIMIT_MS);
            try {
                return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return false; // dead or frozen
        }
    }
}
