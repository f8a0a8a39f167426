package squall.results;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which part of the data one of several clients worked on; a fact of the manifest, so that a merge can tell whether parts overlap.
 *
 * @param unit {@code warehouse}
 * @param from the first, from 1
 * @param to the last
 * @param total how many there are in all
 */
public record Share(String unit, long from, long to, long total) {
    /** The name of the fact. */
    public static final String FACT = "share";

    /** As the manifest keeps it. */
    public Map<String, Object> fact() {
        Map<String, Object> fact = new LinkedHashMap<>();
        fact.put("unit", unit);
        fact.put("from", from);
        fact.put("to", to);
        fact.put("total", total);
        return fact;
    }

    /** Empty if the manifest tells none. */
    public static Optional<Share> of(JsonNode manifest) {
        JsonNode fact = manifest.path(FACT);
        return fact.isObject()
                ? Optional.of(new Share(
                        fact.path("unit").asText(),
                        fact.path("from").asLong(),
                        fact.path("to").asLong(),
                        fact.path("total").asLong()))
                : Optional.empty();
    }

    public boolean overlaps(Share other) {
        return unit.equals(other.unit) && from <= other.to && other.from <= to;
    }
}
