package squall.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import squall.results.file.AtomicFile;
import squall.results.file.CanonicalJson;

/**
 * State of the probes of a run under way: {@code probes.json}, replaced each second and removed when the run ends, because its
 * summary then contains all of them. Times in seconds since the run began.
 *
 * @param at when it was written
 * @param lanes by name; a lane without success for at least a second, and for two of its periods, has an outage
 * @param writes by probe
 */
public record ProbeStatus(double at, List<Lane> lanes, Map<String, Writes> writes) {
    public static final String NAME = "probes.json";

    public ProbeStatus {
        lanes = List.copyOf(lanes);
        writes = Map.copyOf(writes);
    }

    /**
     * Lane of the probe.
     *
     * @param silentSince its last success, if that was an outage ago; empty while it answers
     * @param outages number of outages that are over
     * @param longest of them
     */
    public record Lane(String name, OptionalDouble silentSince, long outages, Optional<Outage> longest) {}

    /** Outage from the last success to the next one. */
    public record Outage(double from, double to) {
        public double seconds() {
            return to - from;
        }
    }

    /**
     * Write counts of a probe.
     *
     * @param anomalies seen while the run goes on
     * @param lost acknowledged and not found; empty until the probe has looked for them
     */
    public record Writes(long acknowledged, long refused, long unknown, long anomalies, OptionalLong lost) {}

    /** Writes the file, replacing the previous one. */
    public void write(Path directory) throws IOException {
        AtomicFile.write(directory.resolve(NAME), CanonicalJson.line(this));
    }
}
