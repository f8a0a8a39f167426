package squall.report.reference;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import squall.cli.Figures;

/** What stands in one place of a table. */
public sealed interface Cell {
    /** In place of a figure that nobody stated. */
    Cell NOT_STATED = new NotStated();

    /** In place of a figure that there cannot be: what it would be of did not take place. */
    Cell NOT_APPLICABLE = new NotApplicable();

    /** Digits of what was measured: more than can be trusted, fewer than a double has. */
    MathContext WORTH_KEEPING = new MathContext(6);

    /** As people read it. */
    String text();

    /** Words. */
    record Words(String text) implements Cell {}

    /** A figure. @param value for programs */
    record Figure(BigDecimal value, String text) implements Cell {}

    /** A range, or from and to. @param to empty: the figure is above {@code from} */
    record Span(BigDecimal from, Optional<BigDecimal> to) implements Cell {
        @Override
        public String text() {
            return to.map(end -> from.toPlainString() + " to " + end.toPlainString())
                    .orElseGet(() -> "> " + from.toPlainString());
        }
    }

    /** Several figures of which each holds. */
    record Several(List<BigDecimal> values) implements Cell {
        public Several {
            values = List.copyOf(values);
        }

        @Override
        public String text() {
            return values.stream().map(BigDecimal::toPlainString).collect(Collectors.joining(", "));
        }
    }

    /** Yes or no. */
    record Truth(boolean holds) implements Cell {
        @Override
        public String text() {
            return holds ? "yes" : "no";
        }
    }

    /** Nothing. */
    record NotStated() implements Cell {
        @Override
        public String text() {
            return "-";
        }
    }

    /** Nothing that there could be. */
    record NotApplicable() implements Cell {
        @Override
        public String text() {
            return "N/A";
        }
    }

    /** A figure with the digits that it was published with: {@code 96.0} stays {@code 96.0}. */
    static Cell exact(BigDecimal value) {
        return new Figure(value, value.toPlainString());
    }

    /** A figure with as many decimals as its table has in print; nothing if it is not finite. */
    static Cell rounded(double value, int decimals) {
        return Double.isFinite(value)
                ? exact(BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP))
                : NOT_STATED;
    }

    /** A whole number with its thousands set apart. */
    static Cell count(long count) {
        return new Figure(BigDecimal.valueOf(count), Figures.count(count));
    }

    /** A measured amount, with as many digits as are worth reading; nothing if it is not finite. */
    static Cell amount(double amount) {
        return Double.isFinite(amount)
                ? new Figure(
                        BigDecimal.valueOf(amount).round(WORTH_KEEPING).stripTrailingZeros(), Figures.amount(amount))
                : NOT_STATED;
    }

    /** Likewise; nothing if it was not measured. */
    static Cell amount(OptionalDouble amount) {
        return amount(amount.orElse(Double.NaN));
    }
}
