package squall.adversity.probe.store;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import squall.adversity.probe.store.AccordProbeSession.AccordStatements;
import squall.adversity.probe.store.ProbeStore.BankStore;
import squall.check.isolation.History;
import squall.cql.CqlDatabase;
import squall.cql.driver.CqlSettings;
import squall.isolation.AccordTransactionStore;
import squall.isolation.TransactionStore;
import squall.spi.Cluster;
import squall.spi.Target;

/** Store of the probes' tables over CQL whose reads and writes Accord orders: it has a bank too. */
public final class AccordProbeStore extends CqlProbeStore implements BankStore {
    private final AccordStatements texts;
    private int accounts;

    private AccordProbeStore(CqlDatabase database, List<Cluster.Node> nodes, String run, Duration answer) {
        super(database, nodes, run, answer);
        texts = new AccordStatements(run);
    }

    /**
     * Connects.
     *
     * @param run its id, six hexadecimal digits
     * @param answer limit of a call
     * @throws IllegalArgumentException with the remedy, if the nodes run without Accord
     */
    public static AccordProbeStore connect(Target target, List<Cluster.Node> nodes, String run, Duration answer)
            throws IOException, InterruptedException {
        CqlSettings settings = settings(target, answer).with(CqlSettings.Consistency.ACCORD);
        return new AccordProbeStore(CqlDatabase.connect(settings), nodes, run, answer);
    }

    @Override
    public void make() throws IOException, InterruptedException {
        super.make();
        database().administer("making the probes' tables", texts.createBank());
    }

    @Override
    public void seedAccounts(int number, long balance) throws IOException, InterruptedException {
        accounts = number;
        for (int account = 0; account < number; account++) {
            database().administer("filling the accounts", texts.open(account, balance));
        }
    }

    @Override
    public AccountTotals balance() throws IOException, InterruptedException {
        return totals(database().administer("reading the accounts", texts.balances()));
    }

    /** Returns the totals of the balances, one in each row. */
    static AccountTotals totals(List<Row> rows) {
        var balances = rows.stream().mapToLong(row -> row.getLong(0)).summaryStatistics();
        return new AccountTotals(balances.getSum(), rows.isEmpty() ? 0 : balances.getMin(), rows.size());
    }

    /** {@inheritDoc} All transactions of Accord are of one level; the settings of the probes take no other. */
    @Override
    public TransactionStore transactions(String level) {
        return new AccordTransactionStore(database(), isolationTable(), History.Model.LIST_APPEND, false);
    }

    @Override
    public BankSession probeSession(int number) {
        return new AccordProbeSession(database(), number, texts, accounts);
    }

    @Override
    public void removeRows() throws IOException, InterruptedException {
        super.removeRows();
        database().administer("dropping the probes' tables", texts.dropBank());
    }
}
