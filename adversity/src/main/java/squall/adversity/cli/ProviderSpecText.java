package squall.adversity.cli;

import java.util.Map;
import java.util.TreeMap;
import squall.scenario.ProviderSpec;

/** Providers with their options in the form used on a command line: {@code cassandra:nodes=3,racks=3}. */
public final class ProviderSpecText {
    private ProviderSpecText() {}

    /** @param flag whose value it is, for messages. @throws IllegalArgumentException if the text is no choice */
    public static ProviderSpec parse(String flag, String text) {
        int colon = text.indexOf(':');
        String kind = colon < 0 ? text : text.substring(0, colon);
        Map<String, String> options = new TreeMap<>();
        if (colon >= 0) {
            for (String pair : text.substring(colon + 1).split(",", -1)) {
                int equals = pair.indexOf('=');
                if (equals < 1) {
                    throw new IllegalArgumentException(
                            flag + " must be KIND or KIND:key=value,key=value, but '" + pair + "' is not key=value");
                }
                options.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        return new ProviderSpec(kind, options);
    }
}
