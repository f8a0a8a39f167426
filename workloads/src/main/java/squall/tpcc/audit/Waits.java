package squall.tpcc.audit;

import java.util.concurrent.atomic.LongAdder;

/** What terminals waited around the transactions of one type. Any thread, without a lock. */
final class Waits {
    private final LongAdder count = new LongAdder();
    private final LongAdder keyingNs = new LongAdder();
    private final LongAdder thinkNs = new LongAdder();

    void add(long keying, long think) {
        count.increment();
        keyingNs.add(keying);
        thinkNs.add(think);
    }

    long count() {
        return count.sum();
    }

    double meanKeyingSeconds() {
        return keyingNs.sum() / 1e9 / count();
    }

    double meanThinkSeconds() {
        return thinkNs.sum() / 1e9 / count();
    }
}
