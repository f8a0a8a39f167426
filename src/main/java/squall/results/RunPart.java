package squall.results;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.OptionalDouble;
import squall.results.file.CanonicalJson;

/**
 * Which client of a run that several clients share a run directory belongs to; a fact of the manifest, so that a merge finds the others and
 * knows whether one is missing.
 *
 * @param client from 0
 * @param clients how many there are
 * @param run what all of them call the run: the name under which they signed in, or the instant at which they start
 * @param clockOffsetMs how far the database's clock was ahead of this client's before the start; empty if it was not measured
 * @param clockErrorMs by how much the offset may be wrong: half of the time that the answer took, and what the clock is rounded to
 */
@JsonPropertyOrder(alphabetic = true)
public record RunPart(int client, int clients, String run, OptionalDouble clockOffsetMs, OptionalDouble clockErrorMs) {
    /** The name of the fact. */
    public static final String FACT = "part";

    /** The type of the event that tells what the client itself used, and the name of its fact. */
    public static final String USAGE_EVENT = "client";

    public static final String CPU_CORES = "cpu_cores";

    /** Empty if the run was not shared. */
    public static Optional<RunPart> of(Manifest manifest) {
        JsonNode fact = manifest.fact(FACT);
        return fact.isObject() ? Optional.of(CanonicalJson.as(RunPart.class, fact)) : Optional.empty();
    }

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
}
