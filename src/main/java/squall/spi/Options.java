package squall.spi;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * Options by name, with typed access; every error names the key, the value found and the values allowed.
 *
 * <p>Immutable.
 */
public final class Options {
    private final String where;
    private final Map<String, String> values;

    /** @param where owner of the keys, for messages, for example {@code phases[2].fault} */
    public Options(String where, Map<String, String> values) {
        this.where = where;
        this.values = new TreeMap<>(values);
    }

    /** Creates options without a setting. */
    public static Options none(String where) {
        return new Options(where, Map.of());
    }

    /** Returns the owner of the keys, for messages. */
    public String where() {
        return where;
    }

    /** Returns these options and others, which replace those of the same name. */
    public Options with(Map<String, String> more) {
        var all = new TreeMap<>(values);
        all.putAll(more);
        return new Options(where, all);
    }

    /** Returns all options by name, for passing them on. */
    public Map<String, String> all() {
        return Map.copyOf(values);
    }

    /** Returns a text. */
    public String text(String key, String fallback) {
        return values.getOrDefault(key, fallback);
    }

    /** Returns a number. @throws IllegalArgumentException if the value is no whole number in {@code [min, max]} */
    public int number(String key, int fallback, int min, int max) {
        String found = values.get(key);
        if (found == null) {
            return fallback;
        }
        String wanted = "a whole number in [" + min + ", " + max + "]";
        int value;
        try {
            value = Integer.parseInt(found.strip());
        } catch (NumberFormatException e) {
            throw wrong(key, wanted, found);
        }
        if (value < min || value > max) {
            throw wrong(key, wanted, found);
        }
        return value;
    }

    /** Returns a flag. @throws IllegalArgumentException if the value is neither {@code true} nor {@code false} */
    public boolean flag(String key, boolean fallback) {
        String found = values.get(key);
        if (found == null) {
            return fallback;
        }
        return switch (found) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong(key, "true or false", found);
        };
    }

    /** Returns a duration. @throws IllegalArgumentException if the value is no duration as {@link Durations} reads it */
    public Duration duration(String key, Duration fallback) {
        String found = values.get(key);
        if (found == null) {
            return fallback;
        }
        return Durations.parse(found).orElseThrow(() -> wrong(key, Durations.WANTED, found));
    }

    /** Returns a duration. @throws IllegalArgumentException if the value is no duration, or is shorter than the least */
    public Duration duration(String key, Duration fallback, Duration least) {
        Duration value = duration(key, fallback);
        if (value.compareTo(least) < 0) {
            throw wrong(key, "at least " + Durations.text(least), Durations.text(value));
        }
        return value;
    }

    /** Refuses unknown keys. @throws IllegalArgumentException on the first unknown key; the message names the nearest known one */
    public void allowOnly(Collection<String> known) {
        for (String key : values.keySet()) {
            if (!known.contains(key)) {
                throw new IllegalArgumentException(
                        where + ": unknown option '" + key + "'" + NearestName.choice(key, known));
            }
        }
    }

    private IllegalArgumentException wrong(String key, String wanted, String found) {
        return new IllegalArgumentException(
                where + ": option '" + key + "' must be " + wanted + ", not '" + found + "'");
    }
}
