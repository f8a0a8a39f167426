package squall.adversity.probe;

import java.util.concurrent.atomic.LongAdder;
import squall.adversity.probe.ground.Hand;
import squall.spi.Turn;

/** A stroke with one session; what it could not do in time it leaves out. */
final class HandStroke implements Beat.Stroke {
    /** What is done. */
    interface Deed {
        void with(Hand hand, Turn turn) throws InterruptedException;
    }

    private final Hand hand;
    private final LongAdder left;
    private final Deed deed;

    /** @param left counts what was left out */
    HandStroke(Hand hand, LongAdder left, Deed deed) {
        this.hand = hand;
        this.left = left;
        this.deed = deed;
    }

    @Override
    public void perform(Turn turn) throws InterruptedException {
        deed.with(hand, turn);
    }

    @Override
    public void missed(long dueNs) {
        left.increment();
    }

    @Override
    public void abort() {
        hand.abort();
    }

    @Override
    public void close() {
        hand.close();
    }
}
