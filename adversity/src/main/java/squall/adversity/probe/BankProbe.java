package squall.adversity.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import squall.adversity.probe.ground.Balance;
import squall.adversity.probe.ground.Ground;
import squall.adversity.probe.ground.Hand;
import squall.adversity.probe.ground.Transfer;
import squall.adversity.probe.intent.Intents;
import squall.check.DataCheck;
import squall.check.Flaw;
import squall.check.Flaws;
import squall.scenario.Probes.Bank;
import squall.spi.Outcome;
import squall.spi.Turn;

/** Moves money between accounts: at every moment there is as much of it as in the beginning, and nobody owes any. */
final class BankProbe implements Probe {
    private static final String NAME = "bank";

    private static final int CLERKS = 2;
    private static final double AUDITS_PER_SECOND = 1;
    private static final long FIRST_BALANCE = 1_000;
    private static final long MOST = 100;

    private final Ground ground;
    private final Bank bank;
    private final Patience patience;
    private final Flaws flaws = new Flaws();
    private final LongAdder moved = new LongAdder();
    private final LongAdder audits = new LongAdder();
    private final LongAdder left = new LongAdder();

    /** Whether the transfers were made by a process that is gone, and so were not counted. */
    private boolean recalled = true;

    BankProbe(Ground ground, Bank bank, Patience patience) {
        this.ground = ground;
        this.bank = bank;
        this.patience = patience;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void seed() throws IOException, InterruptedException {
        recalled = false;
        if (ground.withoutMoney().isEmpty()) {
            ground.seedAccounts(bank.accounts(), FIRST_BALANCE);
        }
    }

    @Override
    public List<Beat> beats(Intents intents) {
        if (ground.withoutMoney().isPresent()) {
            return List.of();
        }
        List<Beat> beats = new ArrayList<>();
        for (int number = 0; number < CLERKS; number++) {
            SplittableRandom random = new SplittableRandom(number);
            beats.add(new Beat(
                    NAME + " clerk " + number,
                    Beat.Rhythm.shared(bank.perSecond(), number, CLERKS, patience.late()),
                    new HandStroke(ground.hand(number), left, (hand, turn) -> move(random, intents, hand, turn))));
        }
        beats.add(new Beat(
                NAME + " auditor",
                Beat.Rhythm.shared(AUDITS_PER_SECOND, 0, 1, patience.late()),
                new HandStroke(ground.hand(CLERKS), left, (hand, turn) -> audit(intents, hand, turn))));
        return beats;
    }

    @Override
    public String things() {
        return "acknowledged transfers";
    }

    @Override
    public Flaws flaws() {
        return flaws;
    }

    @Override
    public String look(DataCheck check) throws IOException, InterruptedException {
        Optional<String> without = ground.withoutMoney();
        if (without.isPresent()) {
            check.skip(without.get());
            return "";
        }
        Balance last = ground.balance();
        flaw(last).ifPresent(flaw -> flaws.add(flaw, last + ", at the end"));
        check.examined(recalled ? 1 : moved.sum());
        return (recalled ? "transfers of a run whose process is gone" : moved.sum() + " transfers acknowledged") + ", "
                + (audits.sum() + 1) + " audits" + Patience.told(left);
    }

    private void move(SplittableRandom random, Intents intents, Hand hand, Turn turn) throws InterruptedException {
        int from = random.nextInt(bank.accounts());
        int to = (from + 1 + random.nextInt(bank.accounts() - 1)) % bank.accounts();
        Outcome outcome = hand.transfer(new Transfer(from, to, 1 + random.nextLong(MOST)), turn);
        if (outcome.equals(Hand.NO_ACCOUNT)) {
            String example = "account " + from + " or " + to + " is not there at " + ms(turn);
            flaws.add(Flaw.LOST, example);
            intents.found(NAME, Flaw.LOST, example);
        } else if (outcome instanceof Outcome.Ok) {
            moved.increment();
        }
    }

    private void audit(Intents intents, Hand hand, Turn turn) throws InterruptedException {
        if (hand.audit(turn) instanceof Outcome.Ok) {
            audits.increment();
            flaw(hand.balance()).ifPresent(flaw -> {
                String example = hand.balance() + ", at " + ms(turn);
                flaws.add(flaw, example);
                intents.found(NAME, flaw, example);
            });
        }
    }

    private Optional<Flaw> flaw(Balance found) {
        if (found.accounts() != bank.accounts()) {
            return Optional.of(found.accounts() < bank.accounts() ? Flaw.LOST : Flaw.PHANTOM);
        }
        boolean torn = found.sum() != bank.accounts() * FIRST_BALANCE || found.least() < 0;
        return torn ? Optional.of(Flaw.TORN) : Optional.empty();
    }

    @Override
    public void recallFound(Flaw flaw, String example) {
        flaws.add(flaw, example);
    }

    private static String ms(Turn turn) {
        return turn.nowNs() / 1_000_000 + " ms";
    }
}
