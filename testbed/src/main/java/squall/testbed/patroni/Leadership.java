package squall.testbed.patroni;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Who leads, as etcd says it through any Patroni that answers. */
record Leadership(List<Seat> seats) {
    private static final int LIMIT_MS = 5_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Empty if nobody leads, or nobody answers. */
    Optional<Seat> leader() {
        for (Seat asked : seats) {
            try {
                return named(cluster(asked));
            } catch (IOException e) {
                continue; // dead, frozen, or without votes: the next one may know
            }
        }
        return Optional.empty();
    }

    private Optional<Seat> named(JsonNode cluster) {
        for (JsonNode member : cluster.path("members")) {
            if (member.path("role").asText().equals("leader")) {
                String leader = member.path("name").asText();
                return seats.stream().filter(seat -> seat.name().equals(leader)).findFirst();
            }
        }
        return Optional.empty();
    }

    /** Patroni reads it from etcd for each answer (its REST API, {@code GET /cluster}). */
    private static JsonNode cluster(Seat asked) throws IOException {
        var uri = URI.create("http://" + asked.member().host() + ":" + asked.rest() + "/cluster");
        var connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setConnectTimeout(LIMIT_MS);
        connection.setReadTimeout(LIMIT_MS);
        try (var answer = connection.getInputStream()) {
            return JSON.readTree(answer);
        } finally {
            connection.disconnect();
        }
    }
}
