package squall.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Something that happened in a run and that a reader of it should see.
 *
 * @param atNs since the run began
 * @param type one word
 * @param detail one line for people
 * @param facts the same for programs, by name, in the order to be written; values as JSON has them
 */
public record Event(long atNs, String type, String detail, Map<String, Object> facts) {
    public Event {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /** One that its line says all of. */
    public static Event of(long atNs, String type, String detail) {
        return new Event(atNs, type, detail, Map.of());
    }
}
