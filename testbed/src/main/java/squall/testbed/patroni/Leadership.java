package squall.testbed.patroni;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Who leads: the one whose Patroni says so of itself. What others say of it is not asked, as one that is cut off knows the past only. */
record Leadership(List<Seat> seats) {
    private static final int LIMIT_MS = 5_000;

    /** Empty if nobody leads, or none who does answers. */
    Optional<Seat> leader() {
        return seats.stream().filter(Leadership::leads).findFirst();
    }

    /** Yes while it holds the role in etcd, and no longer than its {@code ttl} without hearing from there (REST API, {@code GET /primary}). */
    private static boolean leads(Seat asked) {
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
