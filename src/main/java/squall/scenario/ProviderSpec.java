package squall.scenario;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import squall.spi.Options;
import squall.system.EmptyValue;
import squall.system.SecretMasking;

/**
 * Specification of a fault, cluster or load: the name of its provider, and its options.
 *
 * @param options by key; a list is given as one item a line
 */
public record ProviderSpec(String kind, Map<String, String> options) {
    /** Options of clusters whose value is the path of a file. */
    private static final Set<String> FILES = Set.of("inventory", "file");

    private static final String PASSWORD = "password";
    private static final String PASSWORD_FILE = "file:";

    public ProviderSpec {
        ValueChecks.name("kind", kind);
        options = Collections.unmodifiableMap(new TreeMap<>(options));
    }

    /** Creates a specification without options. */
    public static ProviderSpec of(String kind) {
        return new ProviderSpec(kind, Map.of());
    }

    /**
     * Parses the form used on a command line: {@code cassandra:nodes=3,racks=3}. Only a password may be empty.
     *
     * @param flag whose value it is, for messages
     * @throws IllegalArgumentException if the text does not have that form
     */
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
                String key = pair.substring(0, equals);
                String value = pair.substring(equals + 1);
                if (value.isBlank() && !SecretMasking.isSecret(key)) {
                    throw new IllegalArgumentException(EmptyValue.message(flag + ": " + key, "its default"));
                }
                if (options.put(key, value) != null) {
                    throw new IllegalArgumentException(flag + ": " + key + " is given twice: leave one out");
                }
            }
        }
        return new ProviderSpec(kind, options);
    }

    /**
     * Returns this specification of a cluster with relative paths of files resolved, for a process that works in another folder.
     *
     * @param folder that the paths are relative to; absolute
     */
    public ProviderSpec resolved(Path folder) {
        Map<String, String> resolved = new TreeMap<>(options);
        resolved.replaceAll((key, value) -> {
            if (FILES.contains(key)) {
                return folder.resolve(value).toString();
            }
            return key.equals(PASSWORD) && value.startsWith(PASSWORD_FILE)
                    ? PASSWORD_FILE + folder.resolve(value.substring(PASSWORD_FILE.length()))
                    : value;
        });
        return new ProviderSpec(kind, resolved);
    }

    /** Returns this specification with its secrets masked; a list is masked as the command line that it may be. */
    public ProviderSpec withoutSecrets() {
        Map<String, String> masked = new TreeMap<>(options);
        masked.replaceAll((key, value) -> SecretMasking.isSecret(key) && !value.isEmpty()
                ? SecretMasking.MASK
                : String.join("\n", SecretMasking.mask(value.lines().toList())));
        return new ProviderSpec(kind, masked);
    }

    /** Returns the form used on a command line. */
    public String text() {
        return options.isEmpty()
                ? kind
                : options.entrySet().stream()
                        .map(option -> option.getKey() + "=" + option.getValue())
                        .collect(Collectors.joining(",", kind + ":", ""));
    }

    /** Returns the options for the provider. @param where the origin, for messages, for example {@code phases[2].fault} */
    public Options options(String where) {
        return new Options(where + "." + kind, options);
    }
}
