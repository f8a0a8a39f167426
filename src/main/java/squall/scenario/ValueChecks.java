package squall.scenario;

import java.time.Duration;
import java.util.regex.Pattern;
import squall.spi.Durations;

/** Validation of the values of a scenario; each error names the value, what was found and what is allowed. */
final class ValueChecks {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private ValueChecks() {}

    /** Checks a name, which becomes part of the names of files and windows. */
    static void name(String what, String name) {
        require(
                NAME.matcher(name).matches(),
                what,
                "letters, digits, '.', '_' and '-'",
                name.isEmpty() ? "empty" : name);
    }

    static void positive(String what, Duration found) {
        require(writable(found) && found.isPositive(), what, "whole milliseconds, at least 1", text(found));
    }

    static void notNegative(String what, Duration found) {
        require(writable(found), what, "whole milliseconds, 0 or more", text(found));
    }

    /** Checks a duration of whole seconds: a window consists of them, because a second lies in one window. */
    static void wholeSeconds(String what, Duration found) {
        require(found.isPositive() && found.toNanosPart() == 0, what, "whole seconds, at least 1", text(found));
    }

    static void atLeast(String what, int least, int found) {
        require(found >= least, what, "at least " + least, Integer.toString(found));
    }

    static void perSecond(String what, double found) {
        require(found > 0 && found < Double.POSITIVE_INFINITY, what, "a rate above 0", Double.toString(found));
    }

    static void require(boolean met, String what, String wanted, String found) {
        if (!met) {
            throw new IllegalArgumentException(what + " must be " + wanted + ", not " + found);
        }
    }

    /** Formats a duration as users write it. */
    static String text(Duration found) {
        return writable(found) ? Durations.text(found) : found.toString();
    }

    private static boolean writable(Duration found) {
        return !found.isNegative() && found.toNanosPart() % 1_000_000 == 0;
    }
}
