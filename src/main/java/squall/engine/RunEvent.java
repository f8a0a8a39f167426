package squall.engine;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Event of a run that a reader of its report should see.
 *
 * @param atNs begin, in nanoseconds since the run began
 * @param endNs end; equal to the begin for an event without duration
 * @param type one word
 * @param detail one line for people
 * @param facts the same for programs, by name, in the order to be written; values as JSON has them
 */
public record RunEvent(long atNs, long endNs, String type, String detail, Map<String, Object> facts) {
    public RunEvent {
        if (endNs < atNs) {
            throw new IllegalArgumentException(type + " cannot end at " + endNs + " ns, before it began at " + atNs);
        }
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /** Creates an event without duration. */
    public RunEvent(long atNs, String type, String detail, Map<String, Object> facts) {
        this(atNs, atNs, type, detail, facts);
    }

    /** Creates an event without duration and without facts. */
    public static RunEvent of(long atNs, String type, String detail) {
        return new RunEvent(atNs, type, detail, Map.of());
    }
}
