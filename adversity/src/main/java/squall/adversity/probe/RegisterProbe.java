package squall.adversity.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import squall.adversity.probe.ground.Ground;
import squall.adversity.probe.ground.Hand;
import squall.adversity.probe.intent.Intents;
import squall.adversity.probe.intent.Write;
import squall.check.DataCheck;
import squall.check.Flaw;
import squall.check.Flaws;
import squall.check.Register;
import squall.scenario.Probes;
import squall.scenario.Probes.Register.Mode;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Turn;

/** Raises versions and reads them: no read may miss what was acknowledged before it began, and none may go back. */
final class RegisterProbe implements Probe {
    private static final String NAME = "register";

    /** As many as there are readers; each raises keys of its own. */
    private static final int WRITERS = 2;

    /** That nothing lower was there is a success of the statement, and none of the write. */
    private static final Outcome NOTHING_RAISED =
            new Outcome.Refused(new ErrorCode(ErrorKind.DATA, "not-raised"), "nothing lower was there");

    private final Ground ground;
    private final Probes.Register wanted;
    private final Patience patience;
    private final Register register;
    private final Flaws flaws = new Flaws();
    private final LongAdder reads = new LongAdder();
    private final LongAdder writes = new LongAdder();
    private final LongAdder left = new LongAdder();

    RegisterProbe(Ground ground, Probes.Register wanted, Patience patience) {
        this.ground = ground;
        this.wanted = wanted;
        this.patience = patience;
        this.register = new Register(wanted.keys());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void seed() throws IOException, InterruptedException {
        ground.seedRegisters(keys());
    }

    @Override
    public List<Beat> beats(Intents intents) {
        List<Beat> beats = new ArrayList<>();
        for (int number = 0; number < WRITERS; number++) {
            beats.add(beat("writer", number, writer(number, intents)));
            beats.add(beat("reader", WRITERS + number, new Reader(number, intents)));
        }
        return beats;
    }

    @Override
    public String things() {
        return "acknowledged versions and reads";
    }

    @Override
    public Flaws flaws() {
        return flaws;
    }

    @Override
    public String look(DataCheck check) throws IOException, InterruptedException {
        Map<Integer, Long> found = ground.versions(keys());
        for (int key = 0; key < register.keys(); key++) {
            Long version = found.get(key);
            if (version == null) {
                flaws.add(Flaw.LOST, "key " + key + ": no row");
            } else {
                judgeLast(key, version);
            }
        }
        check.examined(writes.sum() + reads.sum());
        return writes.sum() + " versions acknowledged, " + reads.sum() + " reads" + Patience.told(left);
    }

    private List<Integer> keys() {
        return IntStream.range(0, wanted.keys()).boxed().toList();
    }

    private Beat beat(String role, int number, HandStroke.Deed deed) {
        return new Beat(
                NAME + " " + role + " " + number,
                Beat.Rhythm.shared(wanted.perSecond(), number, 2 * WRITERS, patience.late()),
                new HandStroke(ground.hand(number), left, deed));
    }

    /** Key by key of its own. */
    private HandStroke.Deed writer(int number, Intents intents) {
        List<Integer> own =
                keys().stream().filter(key -> key % WRITERS == number).toList();
        return (hand, turn) -> {
            if (!own.isEmpty()) {
                raise(own.get((int) (turn.index() % own.size())), intents, hand, turn);
            }
        };
    }

    @Override
    public void recallSent(Write write) {
        requireKey(write);
        long version = register.next(write.stream());
        if (version != write.number()) {
            throw new IllegalArgumentException(write + " where version " + version + " is the next");
        }
    }

    @Override
    public void recallEnded(Write write, Outcome outcome, long atNs, String endpoint) {
        requireKey(write);
        if (outcome instanceof Outcome.Ok) {
            register.acknowledged(write.stream(), write.number());
            writes.increment();
        }
    }

    @Override
    public void recallFound(Flaw flaw, String example) {
        flaws.add(flaw, example);
    }

    private void requireKey(Write write) {
        if (write.stream() < 0 || write.stream() >= register.keys()) {
            throw new IllegalArgumentException(write + " of " + register.keys() + " keys");
        }
    }

    private void raise(int key, Intents intents, Hand hand, Turn turn) throws InterruptedException {
        Write write = new Write(NAME, key, register.tried(key) + 1);
        try {
            intents.sending(write);
        } catch (IOException e) {
            left.increment(); // who keeps the intents tells why
            return;
        }
        long version = register.next(key);
        Outcome outcome = hand.raise(key, version, turn);
        if (outcome.equals(Outcome.NOT_FOUND)) {
            wrong(Flaw.LOST, "key " + key + ": no version below " + version + " is there to be raised", intents);
        } else if (outcome instanceof Outcome.Ok) {
            register.acknowledged(key, version);
            writes.increment();
        }
        intents.ended(
                write, outcome.equals(Outcome.NOT_FOUND) ? NOTHING_RAISED : outcome, turn.nowNs(), hand.endpoint());
    }

    private void wrong(Flaw flaw, String example, Intents intents) {
        flaws.add(flaw, example);
        intents.found(NAME, flaw, example);
    }

    private void judgeLast(int key, long version) {
        register.judge(key, register.floor(key), version)
                .map(flaw -> flaw == Flaw.STALE ? Flaw.LOST : flaw)
                .ifPresent(flaw -> flaws.add(
                        flaw,
                        "key " + key + ": at the end version " + version + ", " + register.floor(key)
                                + " was acknowledged"));
    }

    /** One session that reads, and remembers what it saw. */
    private final class Reader implements HandStroke.Deed {
        private final long[] seen = new long[wanted.keys()];
        private final int offset;
        private final Intents intents;
        private String endpoint = "";

        Reader(int number, Intents intents) {
            this.intents = intents;
            this.offset = number * wanted.keys() / WRITERS;
        }

        @Override
        public void with(Hand hand, Turn turn) throws InterruptedException {
            int key = (int) ((turn.index() + offset) % wanted.keys());
            long floor = wanted.mode() == Mode.LINEARIZABLE ? register.floor(key) : 0;
            Outcome outcome = hand.read(key, turn);
            if (!(outcome instanceof Outcome.Ok)) {
                return;
            }
            reads.increment();
            if (outcome.equals(Outcome.NOT_FOUND)) {
                wrong(Flaw.LOST, "key " + key + ": no row at " + turn.nowNs() / 1_000_000 + " ms", intents);
                return;
            }
            forgetElsewhere(hand);
            judge(key, Math.max(floor, seen[key]), hand, turn);
        }

        /** Another node may legally be behind, unless it has to know all that was acknowledged. */
        private void forgetElsewhere(Hand hand) {
            if (wanted.mode() == Mode.SESSION && !endpoint.equals(hand.endpoint())) {
                endpoint = hand.endpoint();
                Arrays.fill(seen, 0);
            }
        }

        private void judge(int key, long floor, Hand hand, Turn turn) {
            long version = hand.version();
            seen[key] = Math.max(floor, version);
            register.judge(key, floor, version)
                    .ifPresent(flaw -> wrong(
                            flaw,
                            "key " + key + ": version " + version + " read at " + turn.nowNs() / 1_000_000
                                    + " ms from '" + hand.endpoint() + "', at least " + floor + " was due",
                            intents));
        }
    }
}
