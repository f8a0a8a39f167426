package squall.tpcc.terminal;

import squall.spi.ThinkTimeModel;
import squall.tpcc.TransactionType;

/**
 * Schedule of the users: each comes back after thinking about the answer and keying in the next request. Pure, any thread.
 *
 * <p>They begin anywhere within a mean cycle, so that a run does not open with all of them at once.
 *
 * @param seed seed of the client's terminals, see {@link TerminalHomes#seed}
 * @param mix decides what each user asks for, and with it how long that takes
 */
public record TerminalUsers(long seed, TransactionMix mix, TerminalWaits waits) implements ThinkTimeModel {
    private static final int LONGEST_IN_MEANS = 10;

    @Override
    public long delayNs(int terminal, long step) {
        long before = step == 0 ? startNs(terminal) : thinkNs(terminal, step - 1);
        return before + keyingNs(mix.at(seed, terminal, step));
    }

    public long keyingNs(TransactionType type) {
        return waits.of(type).keying().toNanos();
    }

    /** Returns how long this user thinks about the answer to this step, in nanoseconds. */
    public long thinkNs(int terminal, long step) {
        double meanNs = waits.of(mix.at(seed, terminal, step)).meanThink().toNanos();
        double means = -StrictMath.log(RandomDraw.THINK.of(seed, terminal, step).openUniform());
        return Math.round(meanNs * Math.min(means, LONGEST_IN_MEANS));
    }

    /** Returns the text for a run's manifest. */
    @Override
    public String toString() {
        return mix.label() + "; " + waits;
    }

    private long startNs(int terminal) {
        return Math.round(waits.meanCycleSeconds(mix)
                * 1e9
                * RandomDraw.START.of(seed, terminal, 0).openUniform());
    }
}
