package squall.report.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import squall.host.InvalidFileException;
import squall.results.RecordedRun;
import squall.results.RunState;

/**
 * One run that is compared.
 *
 * @param conditions under which it ran, by key
 */
public record Entrant(RecordedRun run, Conditions conditions, Map<String, Reading> readings) {
    /** @throws IOException if it is no run that can be compared; the message names it and says why */
    public static Entrant read(RecordedRun run) throws IOException {
        if (run.state() != RunState.COMPLETE) {
            throw new InvalidFileException(
                    run.path() + " is " + run.state().label() + ", only a complete run can be used");
        }
        return new Entrant(run, Conditions.of(run), Readings.of(run));
    }

    public String id() {
        return run.manifest().path("run_id").asText();
    }

    /** Empty if nobody recorded it, as of some runs that other programs made. */
    public Optional<Instant> startedAt() {
        JsonNode startedAt = run.manifest().path("started_at");
        return startedAt.isTextual() ? Optional.of(Instant.parse(startedAt.asText())) : Optional.empty();
    }

    /** For people. */
    public String begun() {
        return startedAt().map(Instant::toString).orElse("not recorded");
    }

    double seconds() {
        return run.summary()
                .map(summary -> summary.path("elapsed_ns").asLong() / 1e9)
                .orElse(0.0);
    }

    /** Those that were planned. */
    double operations() {
        return run.summary()
                .map(summary -> summary.path("turns").path("planned").asDouble())
                .orElse(0.0);
    }
}
