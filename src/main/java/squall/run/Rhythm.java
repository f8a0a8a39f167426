package squall.run;

import squall.measure.ThinkTimes;
import squall.spi.Thinking;

/** When a terminal is due again. */
interface Rhythm {
    /**
     * When a terminal's turn {@code step} is due; never before its last one was.
     *
     * @param dueNs when the turn before was due; 0 for the first
     * @param answeredNs when the turn before was answered; 0 for the first, {@link Claim#NEVER} if it was not
     */
    long nextNs(int terminal, long step, long dueNs, long answeredNs);

    /** A schedule that goes on however long the answers take. */
    static Rhythm scheduled(ThinkTimes times) {
        return (terminal, step, dueNs, answeredNs) -> times.dueNs(terminal, step, dueNs);
    }

    /** A pause after each answer; a user who gets none waits for ever. */
    static Rhythm thinking(Thinking thinking) {
        return (terminal, step, dueNs, answeredNs) -> {
            long delayNs = thinking.delayNs(terminal, step);
            if (delayNs < 0) {
                throw new IllegalArgumentException("terminal %d, step %d: the delay must not be negative: %d ns (%s)"
                        .formatted(terminal, step, delayNs, thinking));
            }
            return delayNs > Claim.NEVER - answeredNs ? Claim.NEVER : answeredNs + delayNs;
        };
    }
}
