package squall.report.model;

import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import squall.cli.Figures;

/**
 * A cell of a table.
 *
 * @param text as people read it, without the unit of its column
 * @param value the number behind the text, in the unit of its column; empty if there is none
 * @param link a place within the page that belongs to it, empty if none
 */
public record Cell(String text, OptionalDouble value, Tone tone, String link) {
    private static final String NOTHING = "–";

    public static Cell text(String text) {
        return new Cell(text, OptionalDouble.empty(), Tone.PLAIN, "");
    }

    /** Nothing was measured: never 0. */
    public static Cell none() {
        return new Cell(NOTHING, OptionalDouble.empty(), Tone.DIM, "");
    }

    public static Cell status(Status status) {
        return text(status.shown()).in(status.tone());
    }

    public static Cell count(long count) {
        return number((double) count, value -> Figures.count(Math.round(value)));
    }

    public static Cell amount(double amount) {
        return number(amount, Figures::amount);
    }

    public static Cell amount(OptionalDouble amount) {
        return amount.isPresent() ? amount(amount.getAsDouble()) : none();
    }

    public static Cell percent(double share) {
        return number(share * 100, value -> Figures.percent(value / 100).replace(" %", ""));
    }

    private static Cell number(double value, DoubleFunction<String> form) {
        return new Cell(form.apply(value), OptionalDouble.of(value), Tone.PLAIN, "");
    }

    public Cell in(Tone other) {
        return new Cell(text, value, other, link);
    }

    public Cell linked(String place) {
        return new Cell(text, value, tone, place);
    }
}
