package squall.adversity.safety;

import java.time.Instant;

/**
 * One line of a journal: how far an injection has come.
 *
 * @param began when the step began that led there: injecting, looking, healing; the same as {@code at} where there was nothing to do
 * @param at when it was over
 * @param note why, or what was seen; may be empty
 */
public record Line(Undo undo, Stage stage, Instant began, Instant at, String note) {
    /** One whose step took no time. */
    public Line(Undo undo, Stage stage, Instant at, String note) {
        this(undo, stage, at, at, note);
    }
}
