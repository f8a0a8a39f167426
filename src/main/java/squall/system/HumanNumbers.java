package squall.system;

import java.time.Duration;
import java.util.Locale;

/** Formatter of numbers for people; the same everywhere, whatever the locale. */
public final class HumanNumbers {
    private HumanNumbers() {}

    /** Formats a count: {@code 1,204,331}. */
    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** Formats a count with its unit: {@code 1 relapse}, {@code 2 relapses}. @param one of a word whose plural ends in s */
    public static String counted(long count, String one) {
        return count(count) + " " + one + (count == 1 ? "" : "s");
    }

    /** Formats a rate or another amount: three significant digits below a hundred, whole above. */
    public static String amount(double amount) {
        if (!Double.isFinite(amount)) {
            return "-";
        }
        double size = Math.abs(amount);
        return String.format(
                Locale.ROOT, size >= 99.95 || size == 0 ? "%,.0f" : size >= 9.995 ? "%,.1f" : "%,.2f", amount);
    }

    /** Formats microseconds as milliseconds, without the unit. */
    public static String milliseconds(long microseconds) {
        return amount(microseconds / 1000.0);
    }

    /** Formats a duration as on a clock: {@code 31:41} or {@code 1:00:00}. */
    public static String clock(long seconds) {
        return seconds < 3600
                ? String.format(Locale.ROOT, "%02d:%02d", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    /** Formats a duration with units: {@code 0.4 s}, {@code 12.3 s}, {@code 28m 19s}, {@code 7h 9m 25s}. */
    public static String length(Duration length) {
        long seconds = length.toSeconds();
        if (seconds < 60) {
            return String.format(Locale.ROOT, "%.1f s", length.toMillis() / 1000.0);
        }
        return seconds < 3600
                ? seconds / 60 + "m " + seconds % 60 + "s"
                : seconds / 3600 + "h " + seconds / 60 % 60 + "m " + seconds % 60 + "s";
    }

    /** Formats a share as a percentage: {@code 0.16 %}; a share above zero never prints as zero. */
    public static String percent(double share) {
        if (share > 0 && share < 0.00005) {
            return "< 0.01 %";
        }
        return String.format(Locale.ROOT, "%.2f %%", share * 100);
    }
}
