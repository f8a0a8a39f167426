package squall.adversity.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.IntStream;
import squall.adversity.probe.ConsistencyProbes.ProbeTimeouts;
import squall.adversity.probe.PeriodicProbe.SessionTask;
import squall.adversity.probe.intent.WriteIntents;
import squall.adversity.probe.store.ProbeSession;
import squall.adversity.probe.store.ProbeStore;
import squall.check.DataAnomalies;
import squall.check.DataAnomaly;
import squall.check.DataCheck;
import squall.check.InsertCheck;
import squall.check.InsertLog;
import squall.scenario.ProbeSettings.Ledger;
import squall.spi.Outcome;

/** Probe that inserts rows, and checks at the end that all acknowledged ones are there, and none that was refused. */
final class LedgerProbe extends ConsistencyProbe {
    private final ProbeStore probeStore;
    private final Ledger ledger;
    private final ProbeTimeouts timeouts;
    private final List<InsertLog> logs;
    private InsertCheck seen = new InsertCheck(List.of());
    private String remark = ""; // of the last survey
    private Optional<String> lossAllowedBy = Optional.empty();

    LedgerProbe(ProbeStore probeStore, Ledger ledger, ProbeTimeouts timeouts) {
        super("ledger", "acknowledged rows");
        this.probeStore = probeStore;
        this.ledger = ledger;
        this.timeouts = timeouts;
        this.logs = IntStream.range(0, ledger.writers())
                .mapToObj(writer -> new InsertLog())
                .toList();
    }

    /** Does nothing, because every row is new. */
    @Override
    void seed() {}

    @Override
    List<PeriodicProbe> periodicProbes(WriteIntents intents) {
        List<PeriodicProbe> periodicProbes = new ArrayList<>();
        for (int number = 0; number < ledger.writers(); number++) {
            int writer = number;
            periodicProbes.add(new PeriodicProbe(
                    name() + " " + writer,
                    PeriodicProbe.Schedule.shared(ledger.perSecond(), writer, ledger.writers(), timeouts.late()),
                    new SessionTask<>(
                            probeStore.probeSession(writer),
                            left(),
                            (probeSession, turn) -> insert(writer, intents, probeSession, turn))));
        }
        return periodicProbes;
    }

    @Override
    DataAnomalies anomalies() {
        return seen.anomalies();
    }

    @Override
    String wrong() {
        return seen.wrong();
    }

    /** Reads until two reads agree: rows that a server wrote after their client had gone may appear late. */
    @Override
    String verify(DataCheck check) throws IOException, InterruptedException {
        lossAllowedBy = probeStore.lossAllowedBy();
        seen = survey();
        for (int read = 1; read < timeouts.reads(); read++) {
            timeouts.pause();
            InsertCheck before = seen;
            seen = survey();
            if (seen.like(before)) {
                seen.judge();
                check.examined(seen.examined());
                seen.addFigures(check);
                return seen.counts() + remark + ProbeTimeouts.text(left());
            }
        }
        check.undecided(
                "rows still came or went between the last two of " + timeouts.reads() + " looks: " + seen.counts());
        return "";
    }

    /** Permits losses of a database that is configured not to wait for its disks. */
    @Override
    ProbeFinding weighed(ProbeFinding finding) {
        return lossAllowedBy.map(finding::allowed).orElse(finding);
    }

    @Override
    void restoreSent(WriteIntents.ProbeWrite write) {
        int row = log(write).begin();
        if (row != write.number()) {
            throw new IllegalArgumentException(write + " where row " + row + " is the next");
        }
    }

    @Override
    void restoreEnded(WriteIntents.ProbeWrite write, Outcome outcome, long atNs, String endpoint) {
        InsertLog log = log(write);
        if (log.rows() - 1 != write.number() || log.state(log.rows() - 1) != InsertLog.RowState.SENT) {
            throw new IllegalArgumentException(write + " ended without having been sent");
        }
        log.end(outcome, atNs, endpoint);
    }

    /** Fails, because a ledger is checked only at the end. */
    @Override
    void restoreAnomaly(DataAnomaly anomaly, String example) {
        throw new IllegalArgumentException("a " + anomaly.label() + " row that cannot have been seen yet: " + example);
    }

    private InsertLog log(WriteIntents.ProbeWrite write) {
        requireStream(write, logs.size(), "writers");
        return logs.get(write.stream());
    }

    private void insert(int writer, WriteIntents intents, ProbeSession probeSession, ProbeTurn turn)
            throws InterruptedException {
        InsertLog log = logs.get(writer);
        WriteIntents.ProbeWrite write = new WriteIntents.ProbeWrite(name(), writer, log.rows());
        if (!intended(intents, write)) {
            return;
        }
        Outcome outcome = probeSession.insert(probeStore.entry(writer, log.begin()), turn);
        log.end(outcome, turn.nowNs(), probeSession.endpoint());
        intents.ended(write, outcome, turn.nowNs(), probeSession.endpoint());
    }

    private InsertCheck survey() throws IOException, InterruptedException {
        InsertCheck check = new InsertCheck(logs);
        remark = probeStore.survey(
                ledger.writers(), logs.stream().mapToInt(InsertLog::rows).max().orElse(0), check::row);
        return check;
    }

    @Override
    SortedMap<Long, Long> lostBySecond() {
        return seen.lostBySecond();
    }
}
