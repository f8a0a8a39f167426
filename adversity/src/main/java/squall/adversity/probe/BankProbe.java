package squall.adversity.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import squall.adversity.probe.ConsistencyProbes.ProbeTimeouts;
import squall.adversity.probe.PeriodicProbe.SessionTask;
import squall.adversity.probe.intent.WriteIntents;
import squall.adversity.probe.store.ProbeStore;
import squall.adversity.probe.store.ProbeStore.BankStore;
import squall.check.DataAnomaly;
import squall.check.DataCheck;
import squall.scenario.ProbeSettings.Bank;
import squall.spi.Outcome;

/** Probe that moves money between accounts: the total never changes, and no balance becomes negative. */
final class BankProbe extends ConsistencyProbe {
    private static final String WITHOUT_TRANSACTIONS =
            "no bank over CQL without Accord (probes.accord): it has no transactions that others see as a whole";

    private static final int CLERKS = 2;
    private static final double AUDITS_PER_SECOND = 1;
    private static final long FIRST_BALANCE = 1_000;
    private static final long MOST = 100;

    /** Store of the accounts; empty if the database has no transactions. */
    private final Optional<BankStore> bankStore;

    private final Bank bank;
    private final ProbeTimeouts timeouts;
    private final LongAdder moved = new LongAdder();
    private final LongAdder audits = new LongAdder();

    /** Flag set if the transfers were made by an earlier process, and so were not counted. */
    private boolean recalled = true;

    BankProbe(ProbeStore probeStore, Bank bank, ProbeTimeouts timeouts) {
        super("bank", "acknowledged transfers");
        this.bankStore = probeStore instanceof BankStore accounts ? Optional.of(accounts) : Optional.empty();
        this.bank = bank;
        this.timeouts = timeouts;
    }

    @Override
    void seed() throws IOException, InterruptedException {
        recalled = false;
        if (bankStore.isPresent()) {
            bankStore.get().seedAccounts(bank.accounts(), FIRST_BALANCE);
        }
    }

    @Override
    List<PeriodicProbe> periodicProbes(WriteIntents intents) {
        return bankStore.map(accounts -> periodicProbes(accounts, intents)).orElse(List.of());
    }

    private List<PeriodicProbe> periodicProbes(BankStore accounts, WriteIntents intents) {
        List<PeriodicProbe> periodicProbes = new ArrayList<>();
        for (int number = 0; number < CLERKS; number++) {
            SplittableRandom random = new SplittableRandom(number);
            periodicProbes.add(new PeriodicProbe(
                    name() + " clerk " + number,
                    PeriodicProbe.Schedule.shared(bank.perSecond(), number, CLERKS, timeouts.late()),
                    new SessionTask<>(
                            accounts.probeSession(number),
                            left(),
                            (probeSession, turn) -> move(random, intents, probeSession, turn))));
        }
        periodicProbes.add(new PeriodicProbe(
                name() + " auditor",
                PeriodicProbe.Schedule.shared(AUDITS_PER_SECOND, 0, 1, timeouts.late()),
                new SessionTask<>(
                        accounts.probeSession(CLERKS),
                        left(),
                        (probeSession, turn) -> audit(intents, probeSession, turn))));
        return periodicProbes;
    }

    @Override
    String verify(DataCheck check) throws IOException, InterruptedException {
        if (bankStore.isEmpty()) {
            check.skip(WITHOUT_TRANSACTIONS);
            return "";
        }
        BankStore.AccountTotals last = bankStore.get().balance();
        anomaly(last).ifPresent(anomaly -> anomalies().add(anomaly, last + ", at the end"));
        check.examined(recalled ? 1 : moved.sum());
        return (recalled ? "transfers of a run whose process is gone" : moved.sum() + " transfers acknowledged") + ", "
                + (audits.sum() + 1) + " audits" + ProbeTimeouts.text(left());
    }

    private void move(SplittableRandom random, WriteIntents intents, BankStore.BankSession probeSession, ProbeTurn turn)
            throws InterruptedException {
        int from = random.nextInt(bank.accounts());
        int to = (from + 1 + random.nextInt(bank.accounts() - 1)) % bank.accounts();
        Outcome outcome =
                probeSession.transfer(new BankStore.AccountTransfer(from, to, 1 + random.nextLong(MOST)), turn);
        if (outcome.equals(BankStore.BankSession.NO_ACCOUNT)) {
            String example = "account " + from + " or " + to + " is not there at " + ms(turn);
            found(intents, DataAnomaly.LOST, example);
        } else if (outcome instanceof Outcome.Ok) {
            moved.increment();
        }
    }

    private void audit(WriteIntents intents, BankStore.BankSession probeSession, ProbeTurn turn)
            throws InterruptedException {
        if (probeSession.audit(turn) instanceof Outcome.Ok) {
            audits.increment();
            anomaly(probeSession.balance()).ifPresent(anomaly -> {
                String example = probeSession.balance() + ", at " + ms(turn);
                found(intents, anomaly, example);
            });
        }
    }

    private Optional<DataAnomaly> anomaly(BankStore.AccountTotals found) {
        if (found.accounts() != bank.accounts()) {
            return Optional.of(found.accounts() < bank.accounts() ? DataAnomaly.LOST : DataAnomaly.PHANTOM);
        }
        boolean torn = found.sum() != bank.accounts() * FIRST_BALANCE || found.least() < 0;
        return torn ? Optional.of(DataAnomaly.TORN) : Optional.empty();
    }

    private static String ms(ProbeTurn turn) {
        return turn.nowNs() / 1_000_000 + " ms";
    }
}
