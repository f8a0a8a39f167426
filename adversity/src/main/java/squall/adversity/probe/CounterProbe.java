package squall.adversity.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import squall.adversity.probe.ConsistencyProbes.ProbeTimeouts;
import squall.adversity.probe.PeriodicProbe.SessionTask;
import squall.adversity.probe.intent.WriteIntents;
import squall.adversity.probe.store.ProbeSession;
import squall.adversity.probe.store.ProbeStore;
import squall.check.CounterCheck;
import squall.check.DataAnomaly;
import squall.check.DataCheck;
import squall.scenario.ProbeSettings.Counter;
import squall.spi.Outcome;

/**
 * Probe that raises one number from several sessions, each by reading it and writing one more: no acknowledged update may be missing at the
 * end.
 */
final class CounterProbe extends ConsistencyProbe {
    private final ProbeStore probeStore;
    private final Counter counter;
    private final ProbeTimeouts timeouts;
    private final CounterCheck acknowledged = new CounterCheck();
    private final long[] sent;

    CounterProbe(ProbeStore probeStore, Counter counter, ProbeTimeouts timeouts) {
        super("counter", "acknowledged updates");
        this.probeStore = probeStore;
        this.counter = counter;
        this.timeouts = timeouts;
        this.sent = new long[counter.sessions()];
    }

    @Override
    void seed() throws IOException, InterruptedException {
        probeStore.seedCounter();
    }

    @Override
    List<PeriodicProbe> periodicProbes(WriteIntents intents) {
        List<PeriodicProbe> periodicProbes = new ArrayList<>();
        for (int number = 0; number < counter.sessions(); number++) {
            int session = number;
            periodicProbes.add(new PeriodicProbe(
                    name() + " " + session,
                    together(),
                    new SessionTask<>(
                            probeStore.probeSession(session),
                            left(),
                            (probeSession, turn) -> increment(session, intents, probeSession, turn))));
        }
        return periodicProbes;
    }

    /** Returns the schedule that all sessions share: updates that do not overlap cannot overwrite each other. */
    private PeriodicProbe.Schedule together() {
        return PeriodicProbe.Schedule.shared(counter.perSecond() / counter.sessions(), 0, 1, timeouts.late());
    }

    @Override
    String verify(DataCheck check) throws IOException, InterruptedException {
        OptionalLong found = probeStore.counter();
        check.examined(acknowledged.acknowledged());
        if (found.isEmpty()) {
            anomalies().add(DataAnomaly.LOST, "the counter's row is not there");
            return "";
        }
        judged(acknowledged.judge(found.getAsLong()));
        return anomalies().none() ? acknowledged.counts(found.getAsLong()) + ProbeTimeouts.text(left()) : "";
    }

    /** {@inheritDoc} Until its outcome is restored the update may have been applied or not. */
    @Override
    void restoreSent(WriteIntents.ProbeWrite write) {
        requireStream(write, sent.length, "sessions");
        if (write.number() != sent[write.stream()]) {
            throw new IllegalArgumentException(write + " where update " + sent[write.stream()] + " is the next");
        }
        sent[write.stream()]++;
        acknowledged.add(0, 1);
    }

    @Override
    void restoreEnded(WriteIntents.ProbeWrite write, Outcome outcome, long atNs, String endpoint) {
        requireStream(write, sent.length, "sessions");
        acknowledged.add(0, -1);
        acknowledged.ended(outcome);
    }

    /** Fails, because a counter is checked only at the end. */
    @Override
    void restoreAnomaly(DataAnomaly anomaly, String example) {
        throw new IllegalArgumentException(
                "a " + anomaly.label() + " update that cannot have been seen yet: " + example);
    }

    private void increment(int session, WriteIntents intents, ProbeSession probeSession, ProbeTurn turn)
            throws InterruptedException {
        WriteIntents.ProbeWrite write = new WriteIntents.ProbeWrite(name(), session, sent[session]);
        if (!intended(intents, write)) {
            return;
        }
        sent[session]++;
        Outcome outcome = probeSession.increment(turn);
        acknowledged.ended(outcome);
        intents.ended(write, outcome, turn.nowNs(), probeSession.endpoint());
    }
}
