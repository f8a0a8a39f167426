package squall.adversity.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import squall.adversity.probe.ground.Ground;
import squall.adversity.probe.ground.Hand;
import squall.adversity.probe.intent.Intents;
import squall.adversity.probe.intent.Write;
import squall.check.CounterCheck;
import squall.check.DataCheck;
import squall.check.Flaw;
import squall.check.Flaws;
import squall.scenario.Probes.Counter;
import squall.spi.Outcome;
import squall.spi.Turn;

/** Raises one number from several sessions, each by reading it and writing one more: no acknowledged update may be missing at the end. */
final class CounterProbe implements Probe {
    private static final String NAME = "counter";

    private final Ground ground;
    private final Counter counter;
    private final Patience patience;
    private final CounterCheck acknowledged = new CounterCheck();
    private final LongAdder left = new LongAdder();
    private final long[] sent;
    private Flaws flaws = new Flaws();

    CounterProbe(Ground ground, Counter counter, Patience patience) {
        this.ground = ground;
        this.counter = counter;
        this.patience = patience;
        this.sent = new long[counter.sessions()];
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String things() {
        return "acknowledged updates";
    }

    @Override
    public Flaws flaws() {
        return flaws;
    }

    @Override
    public void seed() throws IOException, InterruptedException {
        ground.seedCounter();
    }

    @Override
    public List<Beat> beats(Intents intents) {
        List<Beat> beats = new ArrayList<>();
        for (int number = 0; number < counter.sessions(); number++) {
            int session = number;
            beats.add(new Beat(
                    NAME + " " + session,
                    together(),
                    new HandStroke(
                            ground.hand(session), left, (hand, turn) -> increment(session, intents, hand, turn))));
        }
        return beats;
    }

    /** All sessions are due at the same moments: updates that do not meet cannot overwrite each other. */
    private Beat.Rhythm together() {
        return Beat.Rhythm.shared(counter.perSecond() / counter.sessions(), 0, 1, patience.late());
    }

    @Override
    public String look(DataCheck check) throws IOException, InterruptedException {
        OptionalLong found = ground.counter();
        check.examined(acknowledged.acknowledged());
        if (found.isEmpty()) {
            flaws.add(Flaw.LOST, "the counter's row is not there");
            return "";
        }
        flaws = acknowledged.judge(found.getAsLong());
        return flaws.none() ? acknowledged.counts(found.getAsLong()) + Patience.told(left) : "";
    }

    /** Until its end is told it may have been applied or not. */
    @Override
    public void recallSent(Write write) {
        requireSession(write);
        if (write.number() != sent[write.stream()]) {
            throw new IllegalArgumentException(write + " where update " + sent[write.stream()] + " is the next");
        }
        sent[write.stream()]++;
        acknowledged.add(0, 1);
    }

    @Override
    public void recallEnded(Write write, Outcome outcome, long atNs, String endpoint) {
        requireSession(write);
        acknowledged.add(0, -1);
        acknowledged.ended(outcome);
    }

    /** A counter is looked at only in the end. */
    @Override
    public void recallFound(Flaw flaw, String example) {
        throw new IllegalArgumentException("a " + flaw.label() + " update that nobody can have seen yet: " + example);
    }

    private void requireSession(Write write) {
        if (write.stream() < 0 || write.stream() >= sent.length) {
            throw new IllegalArgumentException(write + " of " + sent.length + " sessions");
        }
    }

    private void increment(int session, Intents intents, Hand hand, Turn turn) throws InterruptedException {
        Write write = new Write(NAME, session, sent[session]);
        try {
            intents.sending(write);
        } catch (IOException e) {
            left.increment(); // who keeps the intents tells why
            return;
        }
        sent[session]++;
        Outcome outcome = hand.increment(turn);
        acknowledged.ended(outcome);
        intents.ended(write, outcome, turn.nowNs(), hand.endpoint());
    }
}
