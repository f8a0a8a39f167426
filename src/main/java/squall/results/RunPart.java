package squall.results;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.OptionalDouble;
import squall.results.file.CanonicalJson;

/**
 * Part of one client in a run that several share; a fact of the manifest, so that a merge finds the others and knows whether one is
 * missing.
 *
 * @param client from 0
 * @param clients number of clients
 * @param run name of the run for all of them: the one under which they signed in, or the instant at which they start
 * @param clockOffsetMs by how much the database's clock was ahead of this client's before the start; empty if it was not measured
 * @param clockErrorMs upper bound of the offset's error: half of the response time, and the clock's resolution
 */
@JsonPropertyOrder(alphabetic = true)
public record RunPart(int client, int clients, String run, OptionalDouble clockOffsetMs, OptionalDouble clockErrorMs) {
    /** Name of the fact. */
    public static final String FACT = "part";

    /** Type of the event with the client's own resource usage, and the name of its fact. */
    public static final String USAGE_EVENT = "client";

    public static final String CPU_CORES = "cpu_cores";

    /** Reads the part from a manifest; empty if the run was not shared. */
    public static Optional<RunPart> of(Manifest manifest) {
        JsonNode fact = manifest.fact(FACT);
        return fact.isObject() ? Optional.of(CanonicalJson.as(RunPart.class, fact)) : Optional.empty();
    }

    /**
     * Share of the data on which one of several clients worked; a fact of the manifest, so that a merge detects overlaps.
     *
     * @param unit {@code warehouse}
     * @param from the first, from 1
     * @param to the last
     * @param total number of units of all clients
     */
    @JsonPropertyOrder(alphabetic = true)
    public record DataShare(String unit, long from, long to, long total) {
        /** Name of the fact. */
        public static final String FACT = "share";

        /** Reads the share from a manifest; empty if there is none. */
        public static Optional<DataShare> of(Manifest manifest) {
            JsonNode fact = manifest.fact(FACT);
            return fact.isObject() ? Optional.of(CanonicalJson.as(DataShare.class, fact)) : Optional.empty();
        }

        public boolean overlaps(DataShare other) {
            return unit.equals(other.unit) && from <= other.to && other.from <= to;
        }
    }
}
