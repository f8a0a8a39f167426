package squall.engine;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Something that happened in a run and that a reader of it should see.
 *
 * @param atNs when it began, since the run began
 * @param endNs when it was over; the same where it took no time
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

    /** One that took no time. */
    public RunEvent(long atNs, String type, String detail, Map<String, Object> facts) {
        this(atNs, atNs, type, detail, facts);
    }

    /** An event without duration and without further details. */
    public static RunEvent of(long atNs, String type, String detail) {
        return new RunEvent(atNs, type, detail, Map.of());
    }
}
