package squall.adversity.probe.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.OptionalLong;
import squall.adversity.probe.store.ProbeStore.BankStore;
import squall.spi.CallContext;
import squall.spi.Outcome;
import squall.sql.SqlDatabase;
import squall.sql.SqlDialect;
import squall.sql.SqlSession;
import squall.sql.WorkEffect;

/** Session of a probe over SQL. */
final class SqlProbeSession extends SqlSession<SqlProbeSession.Statements> implements BankStore.BankSession {
    private final long run;
    private long version;
    private BankStore.AccountTotals balance = new BankStore.AccountTotals(0, 0, 0);

    /** @param number distributes sessions over the endpoints */
    SqlProbeSession(SqlDatabase database, int number, long run) {
        super(database, number, connection -> Statements.on(connection, database.dialect()));
        this.run = run;
    }

    @Override
    public Outcome insert(ProbeSession.LedgerEntry entry, CallContext call) throws InterruptedException {
        return statement(WorkEffect.ONCE, call, statements -> {
            PreparedStatement insert = statements.insert();
            insert.setLong(1, entry.run());
            insert.setInt(2, entry.writer());
            insert.setLong(3, entry.number());
            insert.setInt(4, entry.checksum());
            insert.setString(5, entry.payload());
            insert.executeUpdate();
            return Outcome.OK;
        });
    }

    @Override
    public Outcome raise(int key, long to, CallContext call) throws InterruptedException {
        return statement(WorkEffect.ONCE, call, statements -> {
            PreparedStatement raise = statements.raise();
            raise.setLong(1, to);
            raise.setLong(2, run);
            raise.setInt(3, key);
            raise.setLong(4, to);
            return raise.executeUpdate() == 1 ? Outcome.OK : Outcome.NOT_FOUND;
        });
    }

    @Override
    public Outcome read(int key, CallContext call) throws InterruptedException {
        return statement(WorkEffect.READ, call, statements -> {
            PreparedStatement read = statements.read();
            read.setLong(1, run);
            read.setInt(2, key);
            try (ResultSet rows = read.executeQuery()) {
                if (!rows.next()) {
                    return Outcome.NOT_FOUND;
                }
                version = rows.getLong(1);
                return Outcome.OK;
            }
        });
    }

    @Override
    public long version() {
        return version;
    }

    /** {@inheritDoc} Updates the account with the smaller number first, so that two transfers never wait for each other. */
    @Override
    public Outcome transfer(BankStore.AccountTransfer transfer, CallContext call) throws InterruptedException {
        return transaction(WorkEffect.ONCE, call, statements -> {
            boolean takeFirst = transfer.from() < transfer.to();
            if (takeFirst && !take(statements, transfer)) {
                return INSUFFICIENT_FUNDS;
            }
            if (!give(statements, transfer)) {
                return NO_ACCOUNT;
            }
            return takeFirst || take(statements, transfer) ? Outcome.OK : INSUFFICIENT_FUNDS;
        });
    }

    @Override
    public Outcome audit(CallContext call) throws InterruptedException {
        return statement(WorkEffect.READ, call, statements -> {
            PreparedStatement audit = statements.audit();
            audit.setLong(1, run);
            balance = balance(audit);
            return Outcome.OK;
        });
    }

    /** Reads the totals by one statement, which sees one moment. */
    static BankStore.AccountTotals balance(PreparedStatement audit) throws SQLException {
        try (ResultSet row = audit.executeQuery()) {
            row.next();
            return new BankStore.AccountTotals(row.getLong(1), row.getLong(2), row.getLong(3));
        }
    }

    @Override
    public BankStore.AccountTotals balance() {
        return balance;
    }

    @Override
    public Outcome increment(CallContext call) throws InterruptedException {
        return transaction(WorkEffect.ONCE, call, statements -> {
            OptionalLong found = counter(statements.readCounter(), run);
            if (found.isEmpty()) {
                return NO_COUNTER;
            }
            PreparedStatement write = statements.writeCounter();
            write.setLong(1, found.getAsLong() + 1);
            write.setLong(2, run);
            return write.executeUpdate() == 1 ? Outcome.OK : NO_COUNTER;
        });
    }

    /** Returns the stored counter. @param read with one parameter, the run */
    static OptionalLong counter(PreparedStatement read, long run) throws SQLException {
        read.setLong(1, run);
        try (ResultSet row = read.executeQuery()) {
            return row.next() ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
        }
    }

    private boolean take(Statements statements, BankStore.AccountTransfer transfer) throws SQLException {
        PreparedStatement take = statements.take();
        take.setLong(1, transfer.amount());
        take.setLong(2, run);
        take.setInt(3, transfer.from());
        take.setLong(4, transfer.amount());
        return take.executeUpdate() == 1;
    }

    private boolean give(Statements statements, BankStore.AccountTransfer transfer) throws SQLException {
        PreparedStatement give = statements.give();
        give.setLong(1, transfer.amount());
        give.setLong(2, run);
        give.setInt(3, transfer.to());
        return give.executeUpdate() == 1;
    }

    /** Prepared statements of a probe's session, on one connection. */
    record Statements(
            PreparedStatement insert,
            PreparedStatement raise,
            PreparedStatement read,
            PreparedStatement take,
            PreparedStatement give,
            PreparedStatement audit,
            PreparedStatement readCounter,
            PreparedStatement writeCounter) {
        static final String VERSION = "SELECT ver FROM squall_register WHERE run = ? AND k = ?";
        static final String COUNTER = "SELECT n FROM squall_counter WHERE run = ? AND id = 0";
        static final String AUDIT =
                "SELECT coalesce(sum(balance), 0), coalesce(min(balance), 0), count(*) FROM squall_bank WHERE run = ?";

        static Statements on(Connection connection, SqlDialect dialect) throws SQLException {
            return new Statements(
                    connection.prepareStatement(
                            "INSERT INTO squall_ledger (run, writer, seq, crc, payload) VALUES (?, ?, ?, ?, ?)"),
                    // Guarded: an older write that arrives late changes nothing.
                    connection.prepareStatement(
                            "UPDATE squall_register SET ver = ? WHERE run = ? AND k = ? AND ver < ?"),
                    connection.prepareStatement(VERSION),
                    connection.prepareStatement(
                            "UPDATE squall_bank SET balance = balance - ? WHERE run = ? AND id = ? AND balance >= ?"),
                    connection.prepareStatement(
                            "UPDATE squall_bank SET balance = balance + ? WHERE run = ? AND id = ?"),
                    connection.prepareStatement(AUDIT),
                    connection.prepareStatement(COUNTER + (dialect.losesUpdates(connection) ? " FOR UPDATE" : "")),
                    connection.prepareStatement("UPDATE squall_counter SET n = ? WHERE run = ? AND id = 0"));
        }
    }
}
