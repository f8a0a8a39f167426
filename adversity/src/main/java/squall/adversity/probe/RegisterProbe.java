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
import squall.check.Flaw;
import squall.check.Flaws;
import squall.check.Register;
import squall.scenario.Probes;
import squall.scenario.Probes.Register.Mode;
import squall.spi.Outcome;
import squall.spi.Turn;

/** Raises versions and reads them: no read may miss what was acknowledged before it began, and none may go back. */
final class RegisterProbe implements Probe {
    private static final String NAME = "register";

    /** As many as there are readers; each raises keys of its own. */
    private static final int WRITERS = 2;

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
    public List<Beat> beats() throws IOException, InterruptedException {
        ground.seedRegisters(keys());
        List<Beat> beats = new ArrayList<>();
        for (int number = 0; number < WRITERS; number++) {
            beats.add(beat("writer", number, writer(number)));
            beats.add(beat("reader", WRITERS + number, new Reader(number)));
        }
        return beats;
    }

    @Override
    public Finding verdict() throws IOException, InterruptedException {
        Map<Integer, Long> found = ground.versions(keys());
        for (int key = 0; key < register.keys(); key++) {
            Long version = found.get(key);
            if (version == null) {
                flaws.add(Flaw.LOST, "key " + key + ": no row");
            } else {
                judgeLast(key, version);
            }
        }
        String counts = writes.sum() + " versions acknowledged, " + reads.sum() + " reads" + Patience.told(left);
        return Finding.of(NAME, flaws, flaws.none() ? counts : flaws.told() + "; " + counts);
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
    private HandStroke.Deed writer(int number) {
        List<Integer> own =
                keys().stream().filter(key -> key % WRITERS == number).toList();
        return (hand, turn) -> {
            if (!own.isEmpty()) {
                raise(own.get((int) (turn.index() % own.size())), hand, turn);
            }
        };
    }

    private void raise(int key, Hand hand, Turn turn) throws InterruptedException {
        long version = register.next(key);
        Outcome outcome = hand.raise(key, version, turn);
        if (outcome.equals(Outcome.NOT_FOUND)) {
            flaws.add(Flaw.LOST, "key " + key + ": no version below " + version + " is there to be raised");
        } else if (outcome instanceof Outcome.Ok) {
            register.acknowledged(key, version);
            writes.increment();
        }
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
        private String endpoint = "";

        Reader(int number) {
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
                flaws.add(Flaw.LOST, "key " + key + ": no row at " + turn.nowNs() / 1_000_000 + " ms");
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
                    .ifPresent(flaw -> flaws.add(
                            flaw,
                            "key " + key + ": version " + version + " read at " + turn.nowNs() / 1_000_000
                                    + " ms from '" + hand.endpoint() + "', at least " + floor + " was due"));
        }
    }
}
