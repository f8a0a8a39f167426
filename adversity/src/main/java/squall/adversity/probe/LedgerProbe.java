package squall.adversity.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import squall.adversity.probe.ground.Ground;
import squall.adversity.probe.ground.Hand;
import squall.check.InsertCheck;
import squall.check.InsertLog;
import squall.scenario.Probes.Ledger;
import squall.spi.Outcome;
import squall.spi.Turn;

/** Inserts rows, and looks at the end whether all that were acknowledged are there, and none that was refused. */
final class LedgerProbe implements Probe {
    private static final String NAME = "ledger";

    private final Ground ground;
    private final Ledger ledger;
    private final Patience patience;
    private final List<InsertLog> logs;
    private final LongAdder left = new LongAdder();

    LedgerProbe(Ground ground, Ledger ledger, Patience patience) {
        this.ground = ground;
        this.ledger = ledger;
        this.patience = patience;
        this.logs = IntStream.range(0, ledger.writers())
                .mapToObj(writer -> new InsertLog())
                .toList();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Beat> beats() {
        List<Beat> beats = new ArrayList<>();
        for (int number = 0; number < ledger.writers(); number++) {
            int writer = number;
            beats.add(new Beat(
                    NAME + " " + writer,
                    Beat.Rhythm.shared(ledger.perSecond(), writer, ledger.writers(), patience.late()),
                    new HandStroke(ground.hand(writer), left, (hand, turn) -> insert(writer, hand, turn))));
        }
        return beats;
    }

    /** Rows that a server wrote behind its client's back may appear late: what is there must be the same twice. */
    @Override
    public Finding verdict() throws IOException, InterruptedException {
        InsertCheck before = survey();
        for (int read = 1; read < patience.reads(); read++) {
            patience.pause();
            InsertCheck now = survey();
            if (now.like(before)) {
                return judged(now);
            }
            before = now;
        }
        return Finding.undecided(
                NAME,
                "rows still came or went between the last two of " + patience.reads() + " looks: " + before.told());
    }

    private void insert(int writer, Hand hand, Turn turn) throws InterruptedException {
        InsertLog log = logs.get(writer);
        Outcome outcome = hand.insert(ground.entry(writer, log.begin()), turn);
        log.end(outcome, turn.nowNs(), hand.endpoint());
    }

    private InsertCheck survey() throws IOException, InterruptedException {
        InsertCheck check = new InsertCheck(logs);
        ground.survey(
                ledger.writers(), logs.stream().mapToInt(InsertLog::rows).max().orElse(0), check::row);
        return check;
    }

    private Finding judged(InsertCheck check) throws IOException, InterruptedException {
        Finding finding = Finding.of(NAME, check.judge(), check.told() + Patience.told(left));
        Optional<String> forgetful = ground.forgetful();
        return forgetful.map(finding::allowed).orElse(finding);
    }
}
