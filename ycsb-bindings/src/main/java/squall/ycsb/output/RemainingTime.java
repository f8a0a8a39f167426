package squall.ycsb.output;

import java.time.Duration;

/** How long a run will still take, in the words of upstream's status line. */
final class RemainingTime {
    private RemainingTime() {}

    /** With a trailing blank: {@code 5 second }, {@code 56 seconds }, {@code 2 hours 5 minutes }, {@code 1 day 3 hours }. */
    static String of(long seconds) {
        Duration left = Duration.ofSeconds(seconds);
        long days = left.toDays();
        // Minutes only below a day, seconds only below a minute.
        String text = part(days, "day")
                + part(left.toHoursPart(), "hour")
                + (days == 0 ? part(left.toMinutesPart(), "minute") : "");
        return text.isEmpty() ? seconds(left.toSecondsPart()) : text;
    }

    private static String part(long number, String unit) {
        if (number == 0) {
            return "";
        }
        return number + " " + unit + (number == 1 ? " " : "s ");
    }

    /** Upstream goes by the digits, not by the number, and its readers have got used to {@code 5 second}. */
    private static String seconds(int number) {
        return number + (number < 10 ? " second " : " seconds ");
    }
}
