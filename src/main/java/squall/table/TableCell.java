package squall.table;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import squall.system.HumanNumbers;

/**
 * A cell of a table: a value for programs, and how people see it.
 *
 * @param value in the unit of its column
 * @param text as people read it, without the unit of its column
 * @param link a place within the page or below its folder that belongs to it, empty if none
 */
public record TableCell(Value value, String text, CellTone tone, String link) {
    /** What a cell holds. */
    public sealed interface Value {}

    /** Words. */
    public record Words(String words) implements Value {}

    /** A figure. */
    public record Figure(BigDecimal number) implements Value {}

    /** From and to. @param to empty: the figure is above {@code from} */
    public record Range(BigDecimal from, Optional<BigDecimal> to) implements Value {}

    /** Several figures of which each holds. */
    public record Several(List<BigDecimal> numbers) implements Value {
        public Several {
            numbers = List.copyOf(numbers);
        }
    }

    /** Yes or no. */
    public record Truth(boolean holds) implements Value {}

    /** Nothing was measured or published: never 0. */
    public record NotStated() implements Value {}

    /** There cannot be a figure. @param reason a clause that its table adds to the notes */
    public record NotApplicable(String reason) implements Value {
        public NotApplicable {
            if (reason.isBlank()) {
                throw new IllegalArgumentException("a cell that is not applicable needs its reason");
            }
        }
    }

    /** Shown for a figure that was not published. */
    public static final TableCell NOT_STATED = plain(new NotStated(), "-");

    private static final TableCell NONE = plain(new NotStated(), "–").in(CellTone.DIM);

    /** Digits of what was measured: more than can be trusted, fewer than a double has. */
    public static final MathContext WORTH_KEEPING = new MathContext(6);

    public static TableCell words(String text) {
        return plain(new Words(text), text);
    }

    /** @param reason why there cannot be a figure; a clause without a full stop */
    public static TableCell notApplicable(String reason) {
        return plain(new NotApplicable(reason), "N/A");
    }

    /** Shown for a figure of a run that was not measured. */
    public static TableCell none() {
        return NONE;
    }

    public static TableCell truth(boolean holds) {
        return plain(new Truth(holds), holds ? "yes" : "no");
    }

    /** @param to empty: the figure is above {@code from} */
    public static TableCell range(BigDecimal from, Optional<BigDecimal> to) {
        return plain(
                new Range(from, to),
                to.map(end -> from.toPlainString() + " to " + end.toPlainString())
                        .orElseGet(() -> "> " + from.toPlainString()));
    }

    public static TableCell several(List<BigDecimal> figures) {
        return plain(
                new Several(figures),
                figures.stream().map(BigDecimal::toPlainString).collect(Collectors.joining(", ")));
    }

    /** A figure that people read as this text. */
    public static TableCell figure(BigDecimal value, String text) {
        return plain(new Figure(value), text);
    }

    /** Likewise, with all its digits; nothing if it is not finite. */
    public static TableCell figure(double value, String text) {
        return Double.isFinite(value) ? figure(digits(value), text) : none();
    }

    /** A figure with the digits that it was published with: {@code 96.0} stays {@code 96.0}. */
    public static TableCell exact(BigDecimal value) {
        return figure(value, value.toPlainString());
    }

    /** A figure with as many decimals as its table has in print; nothing if it is not finite. */
    public static TableCell rounded(double value, int decimals) {
        return Double.isFinite(value)
                ? exact(BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP))
                : NOT_STATED;
    }

    /** A whole number with its thousands set apart. */
    public static TableCell count(long count) {
        return figure(BigDecimal.valueOf(count), HumanNumbers.count(count));
    }

    /** An amount with all its digits for programs, and as many as are worth reading for people. */
    public static TableCell amount(double amount) {
        return figure(amount, HumanNumbers.amount(amount));
    }

    /** Likewise; nothing if it was not measured. */
    public static TableCell amount(OptionalDouble amount) {
        return amount.isPresent() ? amount(amount.getAsDouble()) : none();
    }

    /** A measured amount with as many digits as are worth keeping; nothing if it is not finite. */
    public static TableCell measured(double amount) {
        return Double.isFinite(amount)
                ? figure(
                        BigDecimal.valueOf(amount).round(WORTH_KEEPING).stripTrailingZeros(),
                        HumanNumbers.amount(amount))
                : NOT_STATED;
    }

    /** Likewise; nothing if it was not measured. */
    public static TableCell measured(OptionalDouble amount) {
        return measured(amount.orElse(Double.NaN));
    }

    /** A share as a figure in a column of percentages. */
    public static TableCell percent(double share) {
        return figure(share * 100, HumanNumbers.percent(share).replace(" %", ""));
    }

    /** Its figure; empty if it holds something else. */
    public OptionalDouble number() {
        return value instanceof Figure(BigDecimal number)
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }

    /** The same value, which people read as this. */
    public TableCell shownAs(String other) {
        return new TableCell(value, other, tone, link);
    }

    public TableCell in(CellTone other) {
        return new TableCell(value, text, other, link);
    }

    public TableCell linked(String place) {
        return new TableCell(value, text, tone, place);
    }

    private static TableCell plain(Value value, String text) {
        return new TableCell(value, text, CellTone.PLAIN, "");
    }

    /** Whole numbers without a fraction. */
    private static BigDecimal digits(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? BigDecimal.valueOf((long) value)
                : BigDecimal.valueOf(value);
    }

    /** How a cell is shown where colours can be; its words say the same. */
    public enum CellTone {
        PLAIN,
        GOOD,
        BAD,
        DIM,
        /** Noticeably worse than the baseline. */
        MILD,
        /** Much worse. */
        WARM,
        /** An order of magnitude worse. */
        HOT
    }
}
