package squall.adversity.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import squall.adversity.probe.ground.Ground;
import squall.adversity.probe.ground.Hand;
import squall.adversity.probe.intent.Intents;
import squall.adversity.probe.intent.Write;
import squall.check.DataCheck;
import squall.check.Flaw;
import squall.check.Flaws;
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
    private InsertCheck seen = new InsertCheck(List.of());
    private Optional<String> forgetful = Optional.empty();

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

    /** Every row is new. */
    @Override
    public void seed() {}

    @Override
    public List<Beat> beats(Intents intents) {
        List<Beat> beats = new ArrayList<>();
        for (int number = 0; number < ledger.writers(); number++) {
            int writer = number;
            beats.add(new Beat(
                    NAME + " " + writer,
                    Beat.Rhythm.shared(ledger.perSecond(), writer, ledger.writers(), patience.late()),
                    new HandStroke(ground.hand(writer), left, (hand, turn) -> insert(writer, intents, hand, turn))));
        }
        return beats;
    }

    @Override
    public String things() {
        return "acknowledged rows";
    }

    @Override
    public Flaws flaws() {
        return seen.flaws();
    }

    @Override
    public String wrong() {
        return seen.wrong();
    }

    /** Rows that a server wrote behind its client's back may appear late: what is there must be the same twice. */
    @Override
    public String look(DataCheck check) throws IOException, InterruptedException {
        forgetful = ground.forgetful();
        seen = survey();
        for (int read = 1; read < patience.reads(); read++) {
            patience.pause();
            InsertCheck before = seen;
            seen = survey();
            if (seen.like(before)) {
                seen.judge();
                check.examined(seen.examined());
                return seen.counts() + Patience.told(left);
            }
        }
        check.undecided(
                "rows still came or went between the last two of " + patience.reads() + " looks: " + seen.counts());
        return "";
    }

    /** What a database lost that was told not to wait for its disks is as it was configured. */
    @Override
    public Finding weighed(Finding finding) {
        return forgetful.map(finding::allowed).orElse(finding);
    }

    @Override
    public void recallSent(Write write) {
        int row = log(write).begin();
        if (row != write.number()) {
            throw new IllegalArgumentException(write + " where row " + row + " is the next");
        }
    }

    @Override
    public void recallEnded(Write write, Outcome outcome, long atNs, String endpoint) {
        InsertLog log = log(write);
        if (log.rows() - 1 != write.number() || log.state(log.rows() - 1) != InsertLog.State.SENT) {
            throw new IllegalArgumentException(write + " ended without having been sent");
        }
        log.end(outcome, atNs, endpoint);
    }

    /** A ledger is looked at only in the end. */
    @Override
    public void recallFound(Flaw flaw, String example) {
        throw new IllegalArgumentException("a " + flaw.label() + " row that nobody can have seen yet: " + example);
    }

    private InsertLog log(Write write) {
        if (write.stream() < 0 || write.stream() >= logs.size()) {
            throw new IllegalArgumentException(write + " of " + logs.size() + " writers");
        }
        return logs.get(write.stream());
    }

    private void insert(int writer, Intents intents, Hand hand, Turn turn) throws InterruptedException {
        InsertLog log = logs.get(writer);
        Write write = new Write(NAME, writer, log.rows());
        try {
            intents.sending(write);
        } catch (IOException e) {
            left.increment(); // who keeps the intents tells why
            return;
        }
        Outcome outcome = hand.insert(ground.entry(writer, log.begin()), turn);
        log.end(outcome, turn.nowNs(), hand.endpoint());
        intents.ended(write, outcome, turn.nowNs(), hand.endpoint());
    }

    private InsertCheck survey() throws IOException, InterruptedException {
        InsertCheck check = new InsertCheck(logs);
        ground.survey(
                ledger.writers(), logs.stream().mapToInt(InsertLog::rows).max().orElse(0), check::row);
        return check;
    }
}
