package squall.results;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import squall.engine.RunEvent;
import squall.engine.phases.ScenarioEvent;
import squall.results.file.CanonicalJson;
import squall.results.file.CompleteLines;
import squall.system.InputFile;
import squall.system.InvalidFileException;
import squall.system.SecretMasking;

/**
 * Event as recorded in a line of {@code events.jsonl}.
 *
 * @param atNs begin, in nanoseconds since the run began
 * @param ended end, in nanoseconds since the run began; empty in runs recorded before events had both
 * @param facts further members, which depend on the type
 */
public record RecordedEvent(
        @JsonProperty("t_ns") long atNs,
        @JsonProperty("end_ns") OptionalLong ended,
        String type,
        String detail,
        @JsonAnyGetter @JsonAnySetter Map<String, JsonNode> facts) {
    /**
     * Facts of a step of a fault.
     *
     * @param phase of the scenario
     * @param injection within the phase
     * @param kind of the fault
     * @param fault as shown
     * @param ok whether the step succeeded; empty if that was not recorded
     */
    public record FaultStep(
            String phase,
            String injection,
            Optional<String> kind,
            Optional<String> fault,
            String target,
            Optional<Boolean> ok) {}

    static RecordedEvent of(RunEvent event) {
        Map<String, JsonNode> facts = new LinkedHashMap<>();
        event.facts()
                .forEach((name, fact) -> facts.put(
                        name, CanonicalJson.tree(fact instanceof String text ? SecretMasking.mask(text) : fact)));
        return new RecordedEvent(
                event.atNs(), OptionalLong.of(event.endNs()), event.type(), SecretMasking.mask(event.detail()), facts);
    }

    /** Returns the end of the event, or its begin if the end was not recorded. */
    public long endNs() {
        return ended.orElse(atNs);
    }

    /** Returns whether it is an event of this kind. */
    public boolean is(ScenarioEvent kind) {
        return type.equals(kind.type());
    }

    /** Returns the facts as those of a step of a fault. */
    public FaultStep step() {
        return CanonicalJson.as(FaultStep.class, CanonicalJson.tree(facts));
    }

    /** Reads the events in the order in which they began. */
    public static List<RecordedEvent> read(Path file) throws IOException {
        List<RecordedEvent> events = new ArrayList<>();
        try (CompleteLines lines = new CompleteLines(file)) {
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                events.add(event(lines.where(), CanonicalJson.read(lines.where(), line.get())));
            }
        }
        events.sort(Comparator.comparingLong(RecordedEvent::atNs));
        return events;
    }

    private static RecordedEvent event(String where, JsonNode json) throws IOException {
        if (!json.path("t_ns").isNumber() || !json.path("type").isTextual()) {
            throw new InvalidFileException(where + ": an event must have a number t_ns and a text type, not "
                    + InputFile.excerpt(json.toString()));
        }
        try {
            return CanonicalJson.as(RecordedEvent.class, json);
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(where + ": " + e.getMessage(), e);
        }
    }
}
