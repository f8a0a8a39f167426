package squall.spi;

/** How long terminals wait between an answer and their next operation: keying and think times. */
public interface ThinkTimeModel {
    /**
     * Nanoseconds from the answer to a terminal's turn {@code step - 1}, or from the run's start if {@code step} is 0, until its turn
     * {@code step} is due. A pure function, quick, called by any thread.
     */
    long delayNs(int terminal, long step);
}
