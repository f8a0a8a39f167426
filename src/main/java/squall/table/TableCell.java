package squall.table;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import squall.system.HumanNumbers;

/**
 * Cell of a table: a value for programs, and how it is displayed.
 *
 * @param value in the unit of its column
 * @param text as people read it, without the unit of its column
 * @param link a place within the page or below its folder that belongs to it, empty if none
 */
public record TableCell(Value value, String text, CellTone tone, String link) {
    /** Value of a cell. */
    public sealed interface Value {}

    /** Text. */
    public record Words(String words) implements Value {}

    /** Number. */
    public record Figure(BigDecimal number) implements Value {}

    /** Range of numbers. @param to empty: the number is above {@code from} */
    public record Range(BigDecimal from, Optional<BigDecimal> to) implements Value {}

    /** Several numbers of which each holds. */
    public record Several(List<BigDecimal> numbers) implements Value {
        public Several {
            numbers = List.copyOf(numbers);
        }
    }

    /** Boolean value, displayed as yes or no. */
    public record Truth(boolean holds) implements Value {}

    /** Value that was not measured or published: never 0. */
    public record NotStated() implements Value {}

    /** Value that cannot exist. @param reason a clause that its table adds to the notes */
    public record NotApplicable(String reason) implements Value {
        public NotApplicable {
            if (reason.isBlank()) {
                throw new IllegalArgumentException("a cell that is not applicable needs its reason");
            }
        }
    }

    /** Cell of a figure that was not published. */
    public static final TableCell NOT_STATED = plain(new NotStated(), "-");

    private static final TableCell NONE = plain(new NotStated(), "–").in(CellTone.DIM);

    /** Precision of measured values in digits: more than can be trusted, fewer than a double has. */
    public static final MathContext WORTH_KEEPING = new MathContext(6);

    public static TableCell words(String text) {
        return plain(new Words(text), text);
    }

    /** @param reason why there cannot be a figure; a clause without a full stop */
    public static TableCell notApplicable(String reason) {
        return plain(new NotApplicable(reason), "N/A");
    }

    /** Returns the cell of a figure that was not measured in a run. */
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

    /** Creates a cell of a figure that is displayed as this text. */
    public static TableCell figure(BigDecimal value, String text) {
        return plain(new Figure(value), text);
    }

    /** Creates a cell of a figure with all its digits, displayed as this text; an empty cell if it is not finite. */
    public static TableCell figure(double value, String text) {
        return Double.isFinite(value) ? figure(digits(value), text) : none();
    }

    /** Creates a cell of a figure with the digits that it was published with: {@code 96.0} stays {@code 96.0}. */
    public static TableCell exact(BigDecimal value) {
        return figure(value, value.toPlainString());
    }

    /** Creates a cell of a figure with as many decimals as its table prints; an empty cell if it is not finite. */
    public static TableCell rounded(double value, int decimals) {
        return Double.isFinite(value)
                ? exact(BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP))
                : NOT_STATED;
    }

    /** Creates a cell of a whole number, displayed with thousands separators. */
    public static TableCell count(long count) {
        return figure(BigDecimal.valueOf(count), HumanNumbers.count(count));
    }

    /** Creates a cell of a whole number; an empty cell if it was not counted. */
    public static TableCell count(OptionalLong count) {
        return count.isPresent() ? count(count.getAsLong()) : none();
    }

    /** Creates a cell of an amount: all its digits for programs, displayed with as many as are worth reading. */
    public static TableCell amount(double amount) {
        return figure(amount, HumanNumbers.amount(amount));
    }

    /** Creates a cell of an amount; an empty cell if it was not measured. */
    public static TableCell amount(OptionalDouble amount) {
        return amount.isPresent() ? amount(amount.getAsDouble()) : none();
    }

    /** Creates a cell of a measured amount, rounded to {@link #WORTH_KEEPING}; an empty cell if it is not finite. */
    public static TableCell measured(double amount) {
        return Double.isFinite(amount)
                ? figure(
                        BigDecimal.valueOf(amount).round(WORTH_KEEPING).stripTrailingZeros(),
                        HumanNumbers.amount(amount))
                : NOT_STATED;
    }

    /** Creates a cell of a measured amount; an empty cell if it was not measured. */
    public static TableCell measured(OptionalDouble amount) {
        return measured(amount.orElse(Double.NaN));
    }

    /** Creates a cell of a share as a figure in a column of percentages. */
    public static TableCell percent(double share) {
        return figure(share * 100, HumanNumbers.percent(share).replace(" %", ""));
    }

    /** Creates a cell of a share as a figure in a column of percentages; an empty cell if it was not measured. */
    public static TableCell percent(OptionalDouble share) {
        return share.isPresent() ? percent(share.getAsDouble()) : none();
    }

    /** Returns the figure; empty if the cell holds something else. */
    public OptionalDouble number() {
        return value instanceof Figure(BigDecimal number)
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }

    /** Returns the same figure as a lower bound of what was not seen to end. @param remark follows it for people */
    public TableCell lowerBound(String remark) {
        return value instanceof Figure(BigDecimal number)
                ? new TableCell(new Range(number, Optional.empty()), "> " + text + remark, tone, link)
                : this;
    }

    /** Returns a cell with the same value, displayed as this text. */
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

    /** Converts to a decimal number, whole numbers without a fraction. */
    private static BigDecimal digits(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? BigDecimal.valueOf((long) value)
                : BigDecimal.valueOf(value);
    }

    /** Tone in which a cell is displayed where colours are available; its text has the same meaning. */
    public enum CellTone {
        PLAIN,
        GOOD,
        BAD,
        DIM,
        /** Noticeably worse than the baseline. */
        MILD,
        /** Much worse. */
        WARM,
        /** Order of magnitude worse. */
        HOT
    }
}
