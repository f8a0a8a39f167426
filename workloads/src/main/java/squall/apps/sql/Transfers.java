package squall.apps.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.SplittableRandom;
import squall.apps.SqlSetting;
import squall.apps.Statements;
import squall.apps.Texts;
import squall.apps.Write;
import squall.check.Seen;
import squall.spi.Outcome;

/**
 * Transfers of {@link SqlBankTransfers}: transfer n always goes between the same two accounts, and moves what the payer can spare.
 *
 * <p>The balance is read, then lowered by a statement of its own, so that two transfers from one account collide as the isolation says.
 */
final class Transfers implements Statements {
    private static final int MOST = 10;
    private static final long SUM = (long) SqlBankTransfers.ACCOUNTS * SqlBankTransfers.FIRST_BALANCE;

    private final Texts texts;
    private final PreparedStatement balance;
    private final PreparedStatement move;
    private final PreparedStatement note;
    private final PreparedStatement sum;

    Transfers(Connection connection, SqlSetting setting) throws SQLException {
        String accounts = setting.name();
        String books = setting.name(SqlBankTransfers.BOOKS);
        texts = setting.texts();
        balance = connection.prepareStatement("SELECT balance FROM " + accounts + " WHERE account_id = ?");
        move = connection.prepareStatement("UPDATE " + accounts + " SET balance = balance + ? WHERE account_id = ?");
        note = connection.prepareStatement("INSERT INTO " + books + " (k, payer, payee, amount) VALUES (?, ?, ?, ?)");
        sum = connection.prepareStatement(
                "SELECT (SELECT sum(balance) FROM " + accounts + "), (SELECT count(*) FROM " + books + " WHERE k = ?)");
    }

    /** Any account, so that transfers under way meet now and then. */
    static int payer(long key) {
        return new SplittableRandom(key).nextInt(SqlBankTransfers.ACCOUNTS);
    }

    /** Never the payer. */
    static int payee(long key) {
        int distance = 1 + new SplittableRandom(~key).nextInt(SqlBankTransfers.ACCOUNTS - 1);
        return (payer(key) + distance) % SqlBankTransfers.ACCOUNTS;
    }

    @Override
    public Outcome write(Write write) throws SQLException {
        int payer = payer(write.key());
        int payee = payee(write.key());
        int amount = Math.min(MOST, balance(payer));
        // The lower account first: two transfers never wait for each other in a circle.
        boolean moved = payer < payee
                ? moved(payer, -amount) && moved(payee, amount)
                : moved(payee, amount) && moved(payer, -amount);
        if (!moved) {
            return NO_ROW;
        }
        note.setString(1, texts.key(write.key()));
        note.setInt(2, payer);
        note.setInt(3, payee);
        note.setInt(4, amount);
        note.executeUpdate();
        return Outcome.OK;
    }

    @Override
    public Seen read(long key, int version) throws SQLException {
        sum.setString(1, texts.key(key));
        try (ResultSet row = sum.executeQuery()) {
            row.next();
            if (row.getLong(1) != SUM) {
                return new Seen.Torn("the sum of all balances is " + row.getLong(1) + ", not " + SUM);
            }
            return row.getInt(2) == 1 ? new Seen.Version(0) : new Seen.Missing();
        }
    }

    private int balance(int account) throws SQLException {
        balance.setInt(1, account);
        try (ResultSet row = balance.executeQuery()) {
            return row.next() ? row.getInt(1) : 0;
        }
    }

    private boolean moved(int account, int amount) throws SQLException {
        move.setInt(1, amount);
        move.setInt(2, account);
        return move.executeUpdate() == 1;
    }
}
