package squall.spi;

/** Model of think times: the keying and thinking of terminals between an answer and their next operation. */
public interface ThinkTimeModel {
    /**
     * Returns the nanoseconds from the answer to a terminal's turn {@code step - 1}, or from the run's start if {@code step} is 0, until its
     * turn {@code step} is due. Pure, fast, and called by any thread.
     */
    long delayNs(int terminal, long step);
}
