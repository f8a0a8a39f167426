package squall.results;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * Which part of the data one of several clients worked on; a fact of the manifest, so that a merge can tell whether parts overlap.
 *
 * @param unit {@code warehouse}
 * @param from the first, from 1
 * @param to the last
 * @param total how many there are in all
 */
@JsonPropertyOrder(alphabetic = true)
public record DataShare(String unit, long from, long to, long total) {
    /** The name of the fact. */
    public static final String FACT = "share";

    /** Empty if the manifest tells none. */
    public static Optional<DataShare> of(Manifest manifest) {
        JsonNode fact = manifest.fact(FACT);
        return fact.isObject() ? Optional.of(CanonicalJson.as(DataShare.class, fact)) : Optional.empty();
    }

    public boolean overlaps(DataShare other) {
        return unit.equals(other.unit) && from <= other.to && other.from <= to;
    }
}
