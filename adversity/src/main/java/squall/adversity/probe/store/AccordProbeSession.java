package squall.adversity.probe.store;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import squall.adversity.probe.store.ProbeStore.BankStore;
import squall.cql.CqlDatabase;
import squall.cql.CqlDialect;
import squall.spi.CallContext;
import squall.spi.Outcome;
import squall.sql.WorkEffect;

/**
 * Session of a probe over CQL whose every call is one transaction of Accord. Whether its condition held, only the values that it answered
 * with tell.
 */
final class AccordProbeSession extends CqlProbeSession implements BankStore.BankSession {
    private final AccordStatements texts;
    private final int accounts;
    private BankStore.AccountTotals balance = new BankStore.AccountTotals(0, 0, 0);

    /** @param accounts number of accounts of the bank */
    AccordProbeSession(CqlDatabase database, int number, AccordStatements texts, int accounts) {
        super(database, number, texts.plain());
        this.texts = texts;
        this.accounts = accounts;
    }

    @Override
    public Outcome raise(int key, long to, CallContext call) throws InterruptedException {
        return unit(WorkEffect.ONCE, call, exchange -> {
            Row found = answer(exchange, WorkEffect.ONCE, texts.raise(), key, to, to, key)
                    .next();
            return found != null && !found.isNull(0) && found.getLong(0) < to ? Outcome.OK : Outcome.NOT_FOUND;
        });
    }

    @Override
    public Outcome increment(CallContext call) throws InterruptedException {
        return unit(WorkEffect.ONCE, call, exchange -> {
            Row found = answer(exchange, WorkEffect.ONCE, texts.increment(), 1L).next();
            return found != null && !found.isNull(0) ? Outcome.OK : NO_COUNTER;
        });
    }

    @Override
    public Outcome transfer(BankStore.AccountTransfer transfer, CallContext call) throws InterruptedException {
        long amount = transfer.amount();
        return unit(WorkEffect.ONCE, call, exchange -> {
            Row found = answer(
                            exchange,
                            WorkEffect.ONCE,
                            texts.transfer(),
                            transfer.from(),
                            transfer.to(),
                            amount,
                            amount,
                            transfer.from(),
                            amount,
                            transfer.to())
                    .next();
            if (found == null || found.isNull(0) || found.isNull(1)) {
                return NO_ACCOUNT;
            }
            return found.getLong(0) >= amount ? Outcome.OK : INSUFFICIENT_FUNDS;
        });
    }

    @Override
    public Outcome audit(CallContext call) throws InterruptedException {
        return unit(WorkEffect.READ, call, exchange -> {
            List<Row> rows = new ArrayList<>();
            var answer = answer(exchange, WorkEffect.READ, texts.audit(accounts));
            for (Row row = answer.next(); row != null; row = answer.next()) {
                rows.add(row);
            }
            balance = AccordProbeStore.totals(rows);
            return Outcome.OK;
        });
    }

    @Override
    public BankStore.AccountTotals balance() {
        return balance;
    }

    /** Text of the transactions on the tables of one run. @param plain the statements that need no transaction of their own */
    record AccordStatements(Statements plain) {
        AccordStatements(String run) {
            this(new Statements(run, CqlDialect.ACCORD));
        }

        String createBank() {
            return plain.create(bank(), "id int PRIMARY KEY, balance bigint");
        }

        String dropBank() {
            return "DROP TABLE IF EXISTS " + bank();
        }

        String open(int account, long balance) {
            return "INSERT INTO " + bank() + " (id, balance) VALUES (" + account + ", " + balance + ")";
        }

        String raise() {
            return CqlDialect.conditionalTransaction(
                    List.of("LET there = (SELECT ver FROM " + plain.register() + " WHERE k = ?)", "SELECT there.ver"),
                    "there.ver < ?",
                    "UPDATE " + plain.register() + " SET ver = ? WHERE k = ?; ");
        }

        String increment() {
            return CqlDialect.conditionalTransaction(
                    List.of("LET there = (SELECT n FROM " + plain.counter() + " WHERE k = 0)", "SELECT there.n"),
                    "there IS NOT NULL",
                    "UPDATE " + plain.counter() + " SET n += ? WHERE k = 0; ");
        }

        String transfer() {
            String balance = " = (SELECT balance FROM " + bank() + " WHERE id = ?)";
            return CqlDialect.conditionalTransaction(
                    List.of("LET payer" + balance, "LET payee" + balance, "SELECT payer.balance, payee.balance"),
                    "payer.balance >= ? AND payee.balance IS NOT NULL",
                    "UPDATE " + bank() + " SET balance -= ? WHERE id = ?; UPDATE " + bank()
                            + " SET balance += ? WHERE id = ?; ");
        }

        /** Returns a query of all balances at one time, though each account is a partition. */
        String audit(int accounts) {
            return CqlDialect.ACCORD.atOneTime("SELECT balance FROM " + bank() + " WHERE id IN ("
                    + IntStream.range(0, accounts).mapToObj(Integer::toString).collect(Collectors.joining(", "))
                    + ")");
        }

        /** Returns a query of all balances when no transfer is in progress any more. */
        String balances() {
            return "SELECT balance FROM " + bank();
        }

        private String bank() {
            return plain.table("bank");
        }
    }
}
