package squall.adversity.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import squall.adversity.probe.ConsistencyProbes.ProbeTimeouts;
import squall.adversity.probe.PeriodicProbe.SessionTask;
import squall.adversity.probe.intent.WriteIntents;
import squall.adversity.probe.store.ProbeSession;
import squall.adversity.probe.store.ProbeStore;
import squall.check.DataAnomaly;
import squall.check.DataCheck;
import squall.check.VersionRegister;
import squall.scenario.ProbeSettings;
import squall.scenario.ProbeSettings.Register.RegisterMode;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.system.HumanNumbers;

/** Probe that raises versions and reads them: no read may miss what was acknowledged before it began, and none may go back. */
final class RegisterProbe extends ConsistencyProbe {
    /** Number of writers, and of readers; each writer raises keys of its own. */
    private static final int WRITERS = 2;

    /** Outcome of a write that found nothing lower to raise: a success of the statement, and none of the write. */
    private static final Outcome NOTHING_RAISED =
            new Outcome.Refused(new ErrorCode(ErrorKind.DATA, "not-raised"), "nothing lower was there");

    private final ProbeStore probeStore;
    private final ProbeSettings.Register wanted;
    private final ProbeTimeouts timeouts;
    private final VersionRegister register;
    private final LongAdder reads = new LongAdder();
    private final LongAdder writes = new LongAdder();

    RegisterProbe(ProbeStore probeStore, ProbeSettings.Register wanted, ProbeTimeouts timeouts) {
        super("register", "acknowledged versions and reads");
        this.probeStore = probeStore;
        this.wanted = wanted;
        this.timeouts = timeouts;
        this.register = new VersionRegister(wanted.keys());
    }

    @Override
    void seed() throws IOException, InterruptedException {
        probeStore.seedRegisters(keys());
    }

    @Override
    List<PeriodicProbe> periodicProbes(WriteIntents intents) {
        List<PeriodicProbe> periodicProbes = new ArrayList<>();
        for (int number = 0; number < WRITERS; number++) {
            periodicProbes.add(periodic("writer", number, writer(number, intents)));
            periodicProbes.add(periodic("reader", WRITERS + number, new Reader(number, intents)));
        }
        return periodicProbes;
    }

    @Override
    String verify(DataCheck check) throws IOException, InterruptedException {
        Map<Integer, Long> found = probeStore.versions(keys());
        for (int key = 0; key < register.keys(); key++) {
            Long version = found.get(key);
            if (version == null) {
                anomalies().add(DataAnomaly.LOST, "key " + key + ": no row");
            } else {
                judgeLast(key, version);
            }
        }
        check.examined(writes.sum() + reads.sum());
        String read = reads.sum() == 0
                ? "no read was recorded, so stale reads are unknown"
                : HumanNumbers.counted(reads.sum(), "read");
        return HumanNumbers.counted(writes.sum(), "version") + " acknowledged, " + read + ProbeTimeouts.text(left());
    }

    private List<Integer> keys() {
        return IntStream.range(0, wanted.keys()).boxed().toList();
    }

    private PeriodicProbe periodic(String role, int number, SessionTask.SessionOperation<ProbeSession> operation) {
        return new PeriodicProbe(
                name() + " " + role + " " + number,
                PeriodicProbe.Schedule.shared(wanted.perSecond(), number, 2 * WRITERS, timeouts.late()),
                new SessionTask<>(probeStore.probeSession(number), left(), operation));
    }

    /** Returns the operation of a writer: it raises its own keys in turn. */
    private SessionTask.SessionOperation<ProbeSession> writer(int number, WriteIntents intents) {
        List<Integer> own =
                keys().stream().filter(key -> key % WRITERS == number).toList();
        return (probeSession, turn) -> {
            if (!own.isEmpty()) {
                raise(own.get((int) (turn.index() % own.size())), intents, probeSession, turn);
            }
        };
    }

    @Override
    void restoreSent(WriteIntents.ProbeWrite write) {
        requireStream(write, register.keys(), "keys");
        long version = register.next(write.stream());
        if (version != write.number()) {
            throw new IllegalArgumentException(write + " where version " + version + " is the next");
        }
    }

    @Override
    void restoreEnded(WriteIntents.ProbeWrite write, Outcome outcome, long atNs, String endpoint) {
        requireStream(write, register.keys(), "keys");
        if (outcome instanceof Outcome.Ok) {
            register.acknowledged(write.stream(), write.number());
            writes.increment();
        }
    }

    private void raise(int key, WriteIntents intents, ProbeSession probeSession, ProbeTurn turn)
            throws InterruptedException {
        WriteIntents.ProbeWrite write = new WriteIntents.ProbeWrite(name(), key, register.tried(key) + 1);
        if (!intended(intents, write)) {
            return;
        }
        long version = register.next(key);
        Outcome outcome = probeSession.raise(key, version, turn);
        if (outcome.equals(Outcome.NOT_FOUND)) {
            found(intents, DataAnomaly.LOST, "key " + key + ": no version below " + version + " is there to be raised");
        } else if (outcome instanceof Outcome.Ok) {
            register.acknowledged(key, version);
            writes.increment();
        }
        intents.ended(
                write,
                outcome.equals(Outcome.NOT_FOUND) ? NOTHING_RAISED : outcome,
                turn.nowNs(),
                probeSession.endpoint());
    }

    private void judgeLast(int key, long version) {
        register.judge(key, register.floor(key), version)
                .map(anomaly -> anomaly == DataAnomaly.STALE ? DataAnomaly.LOST : anomaly)
                .ifPresent(anomaly -> anomalies()
                        .add(
                                anomaly,
                                "key " + key + ": at the end version " + version + ", " + register.floor(key)
                                        + " was acknowledged"));
    }

    /** Session that reads, and remembers the versions it saw. */
    private final class Reader implements SessionTask.SessionOperation<ProbeSession> {
        private final long[] seen = new long[wanted.keys()];
        private final int offset;
        private final WriteIntents intents;
        private String endpoint = "";

        Reader(int number, WriteIntents intents) {
            this.intents = intents;
            this.offset = number * wanted.keys() / WRITERS;
        }

        @Override
        public void with(ProbeSession probeSession, ProbeTurn turn) throws InterruptedException {
            int key = (int) ((turn.index() + offset) % wanted.keys());
            long floor = wanted.mode() == RegisterMode.LINEARIZABLE ? register.floor(key) : 0;
            Outcome outcome = probeSession.read(key, turn);
            if (!(outcome instanceof Outcome.Ok)) {
                return;
            }
            reads.increment();
            if (outcome.equals(Outcome.NOT_FOUND)) {
                found(intents, DataAnomaly.LOST, "key " + key + ": no row at " + turn.nowNs() / 1_000_000 + " ms");
                return;
            }
            forgetElsewhere(probeSession);
            judge(key, Math.max(floor, seen[key]), probeSession, turn);
        }

        /** Clears the versions seen at another node: this one may legally lag behind, unless it has to know all that was acknowledged. */
        private void forgetElsewhere(ProbeSession probeSession) {
            if (wanted.mode() == RegisterMode.SESSION && !endpoint.equals(probeSession.endpoint())) {
                endpoint = probeSession.endpoint();
                Arrays.fill(seen, 0);
            }
        }

        private void judge(int key, long floor, ProbeSession probeSession, ProbeTurn turn) {
            long version = probeSession.version();
            seen[key] = Math.max(floor, version);
            register.judge(key, floor, version)
                    .ifPresent(anomaly -> found(
                            intents,
                            anomaly,
                            "key " + key + ": version " + version + " read at " + turn.nowNs() / 1_000_000
                                    + " ms from '" + probeSession.endpoint() + "', at least " + floor + " was due"));
        }
    }
}
