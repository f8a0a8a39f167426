package squall.ycsb;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How fast a user wants a load to be driven. */
public sealed interface Speed {
    String WANTED = "operations per second such as 1000, or a share such as 70%max";
    String RAMP_WANTED = "two rates above 0 and a duration, such as 100..1000/30s";

    /** As fast as the sessions go. */
    record Unlimited() implements Speed {}

    /** Operations per second, above 0. */
    record PerSecond(double rate) implements Speed {}

    /** A share of what the database does at most, in (0, 1]. */
    record Share(double share) implements Speed {}

    /** A rate that changes steadily and then stays. */
    record Ramp(double from, double to, Duration over) implements Speed {}

    /** Reads {@code 1000} or {@code 70%max}. */
    static Optional<Speed> parse(String text) {
        String wanted = text.strip();
        if (wanted.endsWith("%max")) {
            return Format.positive()
                    .reader()
                    .apply(wanted.substring(0, wanted.length() - "%max".length()))
                    .filter(percent -> percent <= 100)
                    .map(percent -> new Share(percent / 100));
        }
        return Format.positive().reader().apply(wanted).map(PerSecond::new);
    }

    /** Reads {@code 100..1000/30s}. */
    static Optional<Speed> parseRamp(String text) {
        Matcher form = Pattern.compile("(.+)\\.\\.(.+)/(.+)").matcher(text.strip());
        if (!form.matches()) {
            return Optional.empty();
        }
        var rate = Format.positive().reader();
        return rate.apply(form.group(1))
                .flatMap(from -> rate.apply(form.group(2))
                        .flatMap(to ->
                                Format.duration().reader().apply(form.group(3)).map(over -> new Ramp(from, to, over))));
    }
}
