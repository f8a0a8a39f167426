package squall.apps;

import squall.check.ObservedValue;

/**
 * Format of keys and values: key 7 is {@code key:7}, its value {@code val:7}, and after the third update {@code val:7:3}.
 *
 * @param prefix of all keys: the word {@code key}, or what {@code --uuid} says
 * @param valueBytes values are filled up to this length with underscores
 */
public record KeyValueFormat(String prefix, int valueBytes) {
    private static final String VALUE = "val:";
    private static final int MOST_DIGITS = 9;

    public KeyValueFormat {
        if (prefix.isEmpty() || valueBytes < 0) {
            throw new IllegalArgumentException(
                    "prefix must not be empty and valueBytes not negative: '" + prefix + "', " + valueBytes);
        }
    }

    public String key(long key) {
        return prefix + ":" + key;
    }

    /** Returns whether a key's text has the prefix of this run. */
    public boolean ours(String key) {
        return key.startsWith(prefix + ":");
    }

    /** Returns the number in a key's text; negative if it has none. */
    public long number(String key) {
        String digits = ours(key) ? key.substring(prefix.length() + 1) : "";
        return digits.matches("\\d{1,18}") ? Long.parseLong(digits) : -1;
    }

    public String value(long key, int version) {
        String value = version == 0 ? VALUE + key : VALUE + key + ":" + version;
        return value.length() < valueBytes ? value + "_".repeat(valueBytes - value.length()) : value;
    }

    /** Returns the version of the key that this value is to the last byte; {@link ObservedValue.Torn} if it is none. */
    public ObservedValue seen(long key, String value) {
        int version = version(VALUE + key, value);
        return version >= 0 && value(key, version).equals(value)
                ? new ObservedValue.Version(version)
                : new ObservedValue.Torn("'" + value + "' is no value of this key");
    }

    private static int version(String first, String value) {
        int end = value.length();
        while (end > 0 && value.charAt(end - 1) == '_') {
            end--;
        }
        String written = value.substring(0, end);
        if (written.equals(first)) {
            return 0;
        }
        String digits = written.startsWith(first + ":") ? written.substring(first.length() + 1) : "";
        return !digits.isEmpty()
                        && digits.length() <= MOST_DIGITS
                        && digits.chars().allMatch(Character::isDigit)
                ? Integer.parseInt(digits)
                : -1;
    }
}
