package squall.scenario.expect;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import squall.scenario.expect.Expectation.ExpectationResult.ExpectationVerdict;
import squall.scenario.expect.Expectation.MeasuredFigures.Found;
import squall.scenario.expect.ExpectationMeasure.MeasureKind;
import squall.spi.Durations;

/** Expectation: a measure and its limit, an upper or a lower bound depending on the measure. */
public record Expectation(ExpectationMeasure measure, ExpectationLimit limit) {
    public Expectation {
        if (!fits(measure.kind(), limit)) {
            throw new IllegalArgumentException("expect." + measure.key() + " must be "
                    + LimitFormat.wanted(measure.kind()) + ", not " + LimitFormat.of(limit));
        }
    }

    /**
     * Parses an expectation as users write it, for example {@code <= 3x baseline}. @throws IllegalArgumentException naming the allowed form
     */
    public static Expectation parse(ExpectationMeasure measure, String text) {
        return new Expectation(measure, LimitFormat.parse(measure, text));
    }

    /** Formats the expectation in the form that {@link #parse} reads. */
    public String text() {
        String bound = LimitFormat.of(limit);
        if (measure.kind() == MeasureKind.COUNT) {
            return bound;
        }
        return (measure.kind().atLeast() ? ">= " : "<= ") + bound;
    }

    public ExpectationResult judge(MeasuredFigures figures) {
        Found found = figures.found(measure);
        OptionalDouble bound = bound(figures);
        String shown = shown(found);
        if (bound.isEmpty()) {
            return result(ExpectationVerdict.UNDECIDED, shown + ", but the baseline was not measured");
        }
        return result(verdict(found, bound.getAsDouble()), shown);
    }

    private ExpectationResult result(ExpectationVerdict verdict, String found) {
        return new ExpectationResult(measure.key(), text(), found, verdict);
    }

    private ExpectationVerdict verdict(Found found, double bound) {
        return switch (found) {
            case Found.Exactly exactly ->
                good(exactly.figure(), bound) ? ExpectationVerdict.MET : ExpectationVerdict.MISSED;
            case Found.MoreThan more -> censored(more.figure(), bound);
            case Found.Between between ->
                good(between.most(), bound) ? ExpectationVerdict.MET : censored(between.least(), bound);
            case Found.Unmeasured unmeasured -> ExpectationVerdict.UNDECIDED;
        };
    }

    // Written so that NaN is not good.
    private boolean good(double figure, double bound) {
        return measure.kind().atLeast() ? figure >= bound : figure <= bound;
    }

    // A lower bound above a minimum meets it; whether it exceeds a maximum is known only if observed up to it.
    private ExpectationVerdict censored(double figure, double bound) {
        if (figure < bound) {
            return ExpectationVerdict.UNDECIDED;
        }
        return measure.kind().atLeast() ? ExpectationVerdict.MET : ExpectationVerdict.MISSED;
    }

    private OptionalDouble bound(MeasuredFigures figures) {
        return switch (limit) {
            case ExpectationLimit.Count count -> OptionalDouble.of((double) count.number());
            case ExpectationLimit.Time time -> OptionalDouble.of(time.time().toNanos() / 1e9);
            case ExpectationLimit.Plain number -> OptionalDouble.of(number.number());
            case ExpectationLimit.PerSecond rate -> OptionalDouble.of(rate.number());
            case ExpectationLimit.OfBaseline times -> {
                OptionalDouble base = figures.baseline(measure);
                yield base.isPresent() ? OptionalDouble.of(times.factor() * base.getAsDouble()) : base;
            }
        };
    }

    private String shown(Found found) {
        return switch (found) {
            case Found.Exactly exactly -> figure(exactly.figure());
            case Found.MoreThan more -> "more than " + figure(more.figure());
            case Found.Between between ->
                "more than " + figure(between.least()) + ", but at most " + figure(between.most());
            case Found.Unmeasured unmeasured -> "not measured: " + unmeasured.why();
        };
    }

    private String figure(double figure) {
        return switch (measure.kind()) {
            case COUNT -> String.format(Locale.ROOT, "%.0f", figure);
            case TIME -> String.format(Locale.ROOT, "%.1f s", figure);
            case LATENCY -> String.format(Locale.ROOT, "%.1f ms", figure * 1e3);
            case SHARE -> String.format(Locale.ROOT, "%.4f", figure);
            case RATIO -> String.format(Locale.ROOT, "%.2fx", figure);
            case THROUGHPUT -> String.format(Locale.ROOT, "%.1f/s", figure);
        };
    }

    private static boolean fits(MeasureKind kind, ExpectationLimit limit) {
        return switch (limit) {
            case ExpectationLimit.Count count -> kind == MeasureKind.COUNT && count.number() >= 0;
            case ExpectationLimit.Time time ->
                (kind == MeasureKind.TIME || kind == MeasureKind.LATENCY)
                        && !time.time().isNegative();
            case ExpectationLimit.Plain number ->
                kind == MeasureKind.SHARE
                        ? number.number() >= 0 && number.number() <= 1
                        : kind == MeasureKind.RATIO && sane(number.number());
            case ExpectationLimit.PerSecond rate -> kind == MeasureKind.THROUGHPUT && sane(rate.number());
            case ExpectationLimit.OfBaseline times ->
                (kind == MeasureKind.LATENCY || kind == MeasureKind.THROUGHPUT) && sane(times.factor());
        };
    }

    private static boolean sane(double number) {
        return number >= 0 && number < Double.POSITIVE_INFINITY;
    }

    /** Format of limits as users write them. */
    private static final class LimitFormat {
        private static final Pattern FORM = Pattern.compile("(<=|>=)?\\s*(\\S.*?)\\s*");
        private static final Pattern UNITLESS = Pattern.compile("\\d+");
        private static final Pattern COUNT = Pattern.compile("\\d{1,15}");
        private static final Pattern NUMBER = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,17})?)");
        private static final Pattern OF_BASELINE = Pattern.compile(NUMBER + "x baseline");
        private static final Pattern PER_SECOND = Pattern.compile(NUMBER + "/s");

        private LimitFormat() {}

        static ExpectationLimit parse(ExpectationMeasure measure, String text) {
            Matcher form = FORM.matcher(text);
            String side = measure.kind().atLeast() ? ">=" : "<=";
            if (!form.matches() || (form.group(1) != null && !form.group(1).equals(side))) {
                throw wrong(measure, text);
            }
            if (UNITLESS.matcher(form.group(2)).matches()
                    && (measure.kind() == MeasureKind.TIME || measure.kind() == MeasureKind.LATENCY)) {
                throw new IllegalArgumentException(wrong(measure, text).getMessage() + "; a time needs its unit");
            }
            return limit(measure.kind(), form.group(2)).orElseThrow(() -> wrong(measure, text));
        }

        static String of(ExpectationLimit limit) {
            return switch (limit) {
                case ExpectationLimit.Count count -> Long.toString(count.number());
                case ExpectationLimit.Time time -> Durations.text(time.time());
                case ExpectationLimit.Plain number -> plain(number.number());
                case ExpectationLimit.PerSecond rate -> plain(rate.number()) + "/s";
                case ExpectationLimit.OfBaseline times -> plain(times.factor()) + "x baseline";
            };
        }

        static String wanted(MeasureKind kind) {
            return switch (kind) {
                case COUNT -> "a whole number such as 0";
                case TIME -> "a time such as '<= 60s'";
                case LATENCY -> "a time such as '<= 50ms', or '<= 3x baseline'";
                case SHARE -> "a number in [0, 1] such as '>= 0.95'";
                case RATIO -> "a ratio such as '<= 1.25'";
                case THROUGHPUT -> "a rate such as '>= 400/s', or '>= 0.8x baseline'";
            };
        }

        private static Optional<ExpectationLimit> limit(MeasureKind kind, String text) {
            return switch (kind) {
                case COUNT ->
                    COUNT.matcher(text).matches()
                            ? Optional.of(new ExpectationLimit.Count(Long.parseLong(text)))
                            : Optional.empty();
                case TIME -> time(text);
                case LATENCY -> time(text).or(() -> ofBaseline(text));
                case SHARE, RATIO -> number(NUMBER, text).map(ExpectationLimit.Plain::new);
                case THROUGHPUT ->
                    number(PER_SECOND, text)
                            .<ExpectationLimit>map(ExpectationLimit.PerSecond::new)
                            .or(() -> ofBaseline(text));
            };
        }

        private static Optional<ExpectationLimit> time(String text) {
            return Durations.parse(text).map(ExpectationLimit.Time::new);
        }

        private static Optional<ExpectationLimit> ofBaseline(String text) {
            return number(OF_BASELINE, text).map(ExpectationLimit.OfBaseline::new);
        }

        private static Optional<Double> number(Pattern form, String text) {
            Matcher found = form.matcher(text);
            return found.matches() ? Optional.of(Double.valueOf(found.group(1))) : Optional.empty();
        }

        private static String plain(double number) {
            return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
        }

        private static IllegalArgumentException wrong(ExpectationMeasure measure, String found) {
            return new IllegalArgumentException(
                    "expect." + measure.key() + " must be " + wanted(measure.kind()) + ", not '" + found + "'");
        }
    }

    /** Limit of a figure. */
    public sealed interface ExpectationLimit {
        record Count(long number) implements ExpectationLimit {}

        record Time(Duration time) implements ExpectationLimit {}

        /** Limit as a share or a ratio. */
        record Plain(double number) implements ExpectationLimit {}

        record PerSecond(double number) implements ExpectationLimit {}

        /** Limit as a multiple of the same measure in the baseline. */
        record OfBaseline(double factor) implements ExpectationLimit {}
    }

    /**
     * Result of an expectation, as {@code summary.json} has it.
     *
     * @param measure its key
     * @param wanted the limit, as printed
     * @param found the measured figure, as printed
     */
    public record ExpectationResult(String measure, String wanted, String found, ExpectationVerdict verdict) {
        /** Returns whether it concerns the data: if missed, it is a failed check of the data. */
        public boolean data() {
            return Stream.of(ExpectationMeasure.values())
                    .anyMatch(each -> each.key().equals(measure) && each.data());
        }

        /** Verdict on an expectation. */
        public enum ExpectationVerdict {
            MET,
            MISSED,
            /** The figure was not measured, or not for long enough. */
            UNDECIDED
        }
    }

    /** Figures measured in a phase or a run. Times are in seconds, throughput in operations per second, all others are plain numbers. */
    public interface MeasuredFigures {
        Found found(ExpectationMeasure measure);

        /** Returns the same measure in the baseline window; called for latency and throughput only. */
        OptionalDouble baseline(ExpectationMeasure measure);

        /** Figure as far as it is known. */
        sealed interface Found {
            record Exactly(double figure) implements Found {}

            /** Lower bound: observation ended before the event, a recovery for example. */
            record MoreThan(double figure) implements Found {}

            /** Interval: observation ended before the event, which is known to have come no later than {@code most}. */
            record Between(double least, double most) implements Found {}

            /** @param why one line */
            record Unmeasured(String why) implements Found {}
        }
    }
}
