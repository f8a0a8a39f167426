package squall.apps;

import java.util.List;

/** One CQL statement and what is bound to its markers, in order. @param text without a semicolon; the same object each time, as it is looked up */
public record Cql(String text, List<Object> values) {
    public static Cql of(String text, Object... values) {
        return new Cql(text, List.of(values));
    }
}
