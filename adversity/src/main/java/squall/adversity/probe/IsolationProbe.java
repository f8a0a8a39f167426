package squall.adversity.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import squall.adversity.probe.ConsistencyProbes.ProbeTimeouts;
import squall.adversity.probe.intent.WriteIntents;
import squall.adversity.probe.store.ProbeStore;
import squall.check.DataCheck;
import squall.database.Database;
import squall.isolation.CqlRegisterStore;
import squall.isolation.IsolationMeasurement;
import squall.isolation.IsolationWorkload;
import squall.isolation.TransactionStore;
import squall.isolation.WritesPerKey;
import squall.results.history.IsolationRecord;
import squall.scenario.ProbeSettings;

/**
 * Probe that runs transactions on a few keys through every fault: their history shows which anomalies the database permits.
 *
 * <p>All sessions begin their transactions at the same moment, so that even at a low rate they overlap.
 */
final class IsolationProbe extends ConsistencyProbe {
    private static final int LONGEST = 4;
    private static final WritesPerKey WRITES_PER_KEY = new WritesPerKey(50, true);
    private static final long SEED = 1;

    private final TransactionStore store;
    private final IsolationMeasurement measurement;
    private final ProbeSettings.Isolation wanted;
    private final ProbeTimeouts timeouts;

    private IsolationProbe(TransactionStore store, ProbeSettings.Isolation wanted, ProbeTimeouts timeouts) {
        super("isolation", "committed transactions");
        this.store = store;
        this.wanted = wanted;
        this.timeouts = timeouts;
        boolean single = store instanceof CqlRegisterStore;
        this.measurement = new IsolationMeasurement(
                store,
                new IsolationWorkload(
                        store.model(),
                        wanted.keys(),
                        0,
                        single ? CqlRegisterStore.LENGTH : LONGEST,
                        WRITES_PER_KEY,
                        true),
                SEED,
                IsolationRecord.HistorySource.PROBE);
    }

    static IsolationProbe on(ProbeStore probeStore, ProbeSettings.Isolation wanted, ProbeTimeouts timeouts)
            throws IOException, InterruptedException {
        String level = wanted.level()
                .map(asked -> asked.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .orElse("");
        return new IsolationProbe(probeStore.transactions(level), wanted, timeouts);
    }

    @Override
    void seed() throws IOException, InterruptedException {
        store.create();
    }

    @Override
    void keepIn(Path directory) throws IOException, InterruptedException {
        measurement.begin(directory, wanted.expectation());
    }

    @Override
    List<PeriodicProbe> periodicProbes(WriteIntents intents) {
        List<PeriodicProbe> periodicProbes = new ArrayList<>();
        long periodNs = Math.max(1, Math.round(1e9 * wanted.sessions() / wanted.perSecond()));
        for (int number = 0; number < wanted.sessions(); number++) {
            periodicProbes.add(new PeriodicProbe(
                    name() + " session " + number,
                    new PeriodicProbe.Schedule(0, periodNs, timeouts.late()),
                    new TransactionOperation(number)));
        }
        return periodicProbes;
    }

    @Override
    void restoreFrom(Path directory) {
        measurement.recall(directory);
    }

    @Override
    String verify(DataCheck check) throws IOException, InterruptedException {
        String counts = measurement.look(check);
        return counts.isEmpty() ? "" : counts + ProbeTimeouts.text(left());
    }

    @Override
    void close() {
        try {
            measurement.cutOff();
        } catch (IOException e) {
            // What is missing is missing as after a kill: the history is not whole, and the run was not judged by it.
        }
    }

    @Override
    void removeRows() throws IOException, InterruptedException {
        store.drop();
    }

    /** Session, which connects with its first transaction. */
    private final class TransactionOperation implements PeriodicProbe.Operation {
        private final int number;
        private final IsolationMeasurement.MeasuredSession session;

        TransactionOperation(int number) {
            this.number = number;
            this.session = measurement.lateSession(number);
        }

        @Override
        public Database.Client client() {
            return session.client();
        }

        @Override
        public void perform(ProbeTurn turn) throws InterruptedException {
            session.perform(turn.index() * wanted.sessions() + number, turn);
        }

        @Override
        public void missed(long dueNs) {
            left().increment();
        }
    }
}
