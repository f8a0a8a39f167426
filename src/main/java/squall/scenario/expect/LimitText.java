package squall.scenario.expect;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.scenario.expect.Measure.Kind;
import squall.spi.Durations;

/** Limits as users write them. */
final class LimitText {
    private static final Pattern FORM = Pattern.compile("(<=|>=)?\\s*(\\S.*?)\\s*");
    private static final Pattern COUNT = Pattern.compile("\\d{1,15}");
    private static final Pattern NUMBER = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,17})?)");
    private static final Pattern OF_BASELINE = Pattern.compile(NUMBER + "x baseline");
    private static final Pattern PER_SECOND = Pattern.compile(NUMBER + "/s");

    private LimitText() {}

    static Limit parse(Measure measure, String text) {
        Matcher form = FORM.matcher(text);
        String side = measure.kind().atLeast() ? ">=" : "<=";
        if (!form.matches() || (form.group(1) != null && !form.group(1).equals(side))) {
            throw wrong(measure, text);
        }
        return limit(measure.kind(), form.group(2)).orElseThrow(() -> wrong(measure, text));
    }

    static String of(Limit limit) {
        return switch (limit) {
            case Limit.Count count -> Long.toString(count.number());
            case Limit.Time time -> Durations.text(time.time());
            case Limit.Plain number -> plain(number.number());
            case Limit.PerSecond rate -> plain(rate.number()) + "/s";
            case Limit.OfBaseline times -> plain(times.factor()) + "x baseline";
        };
    }

    static String wanted(Kind kind) {
        return switch (kind) {
            case COUNT -> "a whole number such as 0";
            case TIME -> "a time such as '<= 60s'";
            case LATENCY -> "a time such as '<= 50ms', or '<= 3x baseline'";
            case SHARE -> "a number in [0, 1] such as '>= 0.95'";
            case RATIO -> "a ratio such as '<= 1.25'";
            case THROUGHPUT -> "a rate such as '>= 400/s', or '>= 0.8x baseline'";
        };
    }

    private static Optional<Limit> limit(Kind kind, String text) {
        return switch (kind) {
            case COUNT ->
                COUNT.matcher(text).matches() ? Optional.of(new Limit.Count(Long.parseLong(text))) : Optional.empty();
            case TIME -> time(text);
            case LATENCY -> time(text).or(() -> ofBaseline(text));
            case SHARE, RATIO -> number(NUMBER, text).map(Limit.Plain::new);
            case THROUGHPUT ->
                number(PER_SECOND, text).<Limit>map(Limit.PerSecond::new).or(() -> ofBaseline(text));
        };
    }

    private static Optional<Limit> time(String text) {
        return Durations.parse(text).map(Limit.Time::new);
    }

    private static Optional<Limit> ofBaseline(String text) {
        return number(OF_BASELINE, text).map(Limit.OfBaseline::new);
    }

    private static Optional<Double> number(Pattern form, String text) {
        Matcher found = form.matcher(text);
        return found.matches() ? Optional.of(Double.valueOf(found.group(1))) : Optional.empty();
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    private static IllegalArgumentException wrong(Measure measure, String found) {
        return new IllegalArgumentException(
                "expect." + measure.key() + " must be " + wanted(measure.kind()) + ", not '" + found + "'");
    }
}
