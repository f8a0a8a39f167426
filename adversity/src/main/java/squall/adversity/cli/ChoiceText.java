package squall.adversity.cli;

import java.util.Map;
import java.util.TreeMap;
import squall.scenario.Choice;

/** Providers and what they are told, as words of a command line: {@code cassandra:nodes=3,racks=3}. */
public final class ChoiceText {
    private ChoiceText() {}

    /** @param flag whose value it is, for messages. @throws IllegalArgumentException if the text is no choice */
    public static Choice parse(String flag, String text) {
        int colon = text.indexOf(':');
        String kind = colon < 0 ? text : text.substring(0, colon);
        Map<String, String> options = new TreeMap<>();
        if (colon >= 0) {
            for (String pair : text.substring(colon + 1).split(",", -1)) {
                int equals = pair.indexOf('=');
                if (equals < 1) {
                    throw new IllegalArgumentException(flag + " must be KIND or KIND:key=value,key=value, and '" + pair
                            + "' has no key and value");
                }
                options.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        return new Choice(kind, options);
    }
}
