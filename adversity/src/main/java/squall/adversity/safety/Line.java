package squall.adversity.safety;

import java.time.Instant;

/**
 * One line of a journal: how far an injection has come.
 *
 * @param note why, or what was seen; may be empty
 */
public record Line(Undo undo, Stage stage, Instant at, String note) {}
