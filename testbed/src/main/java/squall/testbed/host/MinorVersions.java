package squall.testbed.host;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Minor versions of a database between which nodes can be moved with their data: those of one line.
 *
 * @param database for messages
 * @param form of a version; its first group is the line
 * @param pinned the version that nodes run unless another one is requested
 * @param next a later one of the same line, the default target of an upgrade from the pinned one
 */
public record MinorVersions(String database, Pattern form, String pinned, String next) {
    /** Returns the version. @throws IllegalArgumentException if it is not one */
    public String checked(String version) {
        if (!form.matcher(version).matches()) {
            throw new IllegalArgumentException(
                    "a version of " + database + " looks like " + pinned + ", not '" + version + "'");
        }
        return version;
    }

    /** Returns the line: the part that versions with compatible data have in common. */
    public String line(String version) {
        var matcher = form.matcher(checked(version));
        return matcher.matches() ? matcher.group(1) : version;
    }

    /** Returns why a node cannot move between these versions; empty if it can. */
    public Optional<String> refusal(String from, String to) {
        if (line(from).equals(line(to)) && (from + to).contains("-")) {
            return Optional.of(
                    "nodes run %s %s and are not moved to %s, as one of the two is experimental: create a new cluster"
                            .formatted(database, from, to));
        }
        return line(from).equals(line(to))
                ? Optional.empty()
                : Optional.of("nodes run %s %s and can be moved to other versions %s.x, not to %s, whose data differ"
                        .formatted(database, from, line(from), to));
    }

    /** Returns the default target of an upgrade: a later version, except from the latest known one. */
    public Optional<String> usualUpgrade(String from) {
        if (from.equals(pinned)) {
            return Optional.of(next);
        }
        return line(from).equals(line(pinned)) ? Optional.of(pinned) : Optional.empty();
    }
}
