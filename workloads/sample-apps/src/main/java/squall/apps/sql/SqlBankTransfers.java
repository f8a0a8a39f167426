package squall.apps.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import squall.apps.AppContext;
import squall.apps.AppProfile;
import squall.apps.KeyValueFormat;
import squall.apps.KeyWrite;
import squall.apps.SqlAppContext;
import squall.apps.SqlAppStatements;
import squall.check.DataCheck;
import squall.check.ObservedValue;
import squall.spi.Outcome;
import squall.sql.PlainSql;
import squall.sql.TableColumns;

/** Workload that moves money between accounts: none may appear or vanish, and the books list every acknowledged transfer. */
public final class SqlBankTransfers implements SurveyedApp {
    static final int ACCOUNTS = 1000;
    static final int FIRST_BALANCE = 1000;
    static final String BOOKS = "_transfers";

    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "SqlBankTransfers",
                        "Moves money between 1000 accounts and notes each transfer; reads the sum of all balances.",
                        new AppProfile.Drive(1, 10, 10_000_000, 10_000_000, -1),
                        AppProfile.Trait.INSERTS_ONLY)
                .withTable("bank_accounts")
                .inTransactions("repeatable-read")
                .withoutValues("a transfer has no value to fill up");
    }

    @Override
    public List<TableColumns> columns(AppContext setting) {
        return List.of(
                TableColumns.of(setting.table(), "account_id", "balance"),
                TableColumns.of(setting.table() + BOOKS, "k", "payer", "payee", "amount"));
    }

    @Override
    public void create(Connection connection, SqlAppContext setting) throws SQLException {
        PlainSql.execute(
                connection,
                setting.createTable(setting.name(), "account_id int PRIMARY KEY, balance int NOT NULL"),
                setting.createTable(
                        setting.name(BOOKS),
                        "k " + setting.keyText()
                                + " PRIMARY KEY, payer int NOT NULL, payee int NOT NULL, amount int NOT NULL"),
                "INSERT INTO " + setting.name() + " SELECT n, " + FIRST_BALANCE + " FROM "
                        + setting.dialect().series(0, ACCOUNTS - 1) + " WHERE NOT EXISTS (SELECT 1 FROM "
                        + setting.name() + ")");
    }

    @Override
    public SqlAppStatements prepare(Connection connection, SqlAppContext setting) throws SQLException {
        return new BankTransferStatements(connection, setting);
    }

    @Override
    public Survey survey(SqlAppContext setting) {
        return new Survey("SELECT k, payer, payee FROM " + setting.name(BOOKS) + " WHERE k LIKE ?", (key, row) -> {
            boolean asDrawn = row.getInt(2) == BankTransferStatements.payer(key)
                    && row.getInt(3) == BankTransferStatements.payee(key);
            return asDrawn ? new ObservedValue.Version(0) : new ObservedValue.Torn("the transfer has other accounts");
        });
    }

    @Override
    public List<Check> checks() {
        return List.of(new Check("balances", "accounts", SqlBankTransfers::balances));
    }

    /** Checks that each balance is the first one plus the booked transfers, and not below zero. */
    private static String balances(Connection connection, SqlAppContext setting, DataCheck check) throws SQLException {
        String books = """
                WITH booked AS (
                  SELECT payer AS account_id, -amount AS amount FROM %2$s UNION ALL SELECT payee, amount FROM %2$s
                ), owed AS (SELECT account_id, sum(amount) AS amount FROM booked GROUP BY account_id)
                SELECT count(*), coalesce(min(account_id), 0)
                FROM %1$s LEFT JOIN owed USING (account_id)
                WHERE balance <> %3$d + coalesce(owed.amount, 0) OR balance < 0""".formatted(setting.name(), setting.name(BOOKS), FIRST_BALANCE);
        String[] found = SurveyedApp.row(connection, books).split(" ", -1);
        if (!found[0].equals("0")) {
            check.wrong(found[0] + " accounts are not as the books say or below zero, for example account " + found[1]);
        }
        long accounts = PlainSql.number(connection, "SELECT count(*) FROM " + setting.name());
        check.examined(accounts);
        if (accounts != ACCOUNTS) {
            check.wrong(accounts + " of " + ACCOUNTS + " accounts are there");
        }
        return found[0].equals("0") ? "all " + accounts + " accounts are as the books say, none below zero" : "";
    }

    /**
     * Statements of {@link SqlBankTransfers}: transfer n always goes between the same two accounts, and moves what the payer can spare.
     *
     * <p>The balance is read, then lowered by a statement of its own, so that the isolation level decides how two transfers from one
     * account collide. Where it lets both lower what both read, the accounts are locked with {@code FOR UPDATE} when they are read.
     */
    private static final class BankTransferStatements implements SqlAppStatements {
        private static final int MOST = 10;
        private static final long SUM = (long) SqlBankTransfers.ACCOUNTS * SqlBankTransfers.FIRST_BALANCE;

        private final KeyValueFormat texts;
        private final boolean lock;
        private final PreparedStatement balance;
        private final PreparedStatement move;
        private final PreparedStatement note;
        private final PreparedStatement sum;

        BankTransferStatements(Connection connection, SqlAppContext setting) throws SQLException {
            String accounts = setting.name();
            String books = setting.name(SqlBankTransfers.BOOKS);
            texts = setting.texts();
            lock = setting.dialect().losesUpdates(connection);
            balance = connection.prepareStatement(
                    "SELECT balance FROM " + accounts + " WHERE account_id = ?" + (lock ? " FOR UPDATE" : ""));
            move = connection.prepareStatement(
                    "UPDATE " + accounts + " SET balance = balance + ? WHERE account_id = ?");
            note = connection.prepareStatement(
                    "INSERT INTO " + books + " (k, payer, payee, amount) VALUES (?, ?, ?, ?)");
            sum = connection.prepareStatement("SELECT (SELECT sum(balance) FROM " + accounts
                    + "), (SELECT count(*) FROM " + books + " WHERE k = ?)");
        }

        /** Returns the payer of a transfer: any account, so that concurrent transfers sometimes meet. */
        static int payer(long key) {
            return new SplittableRandom(key).nextInt(SqlBankTransfers.ACCOUNTS);
        }

        /** Returns the payee of a transfer, which is never its payer. */
        static int payee(long key) {
            int distance = 1 + new SplittableRandom(~key).nextInt(SqlBankTransfers.ACCOUNTS - 1);
            return (payer(key) + distance) % SqlBankTransfers.ACCOUNTS;
        }

        @Override
        public Outcome write(KeyWrite write) throws SQLException {
            int payer = payer(write.key());
            int payee = payee(write.key());
            // The lower account first, here and below: two transfers never wait for each other in a circle.
            if (lock && payee < payer) {
                balance(payee);
            }
            int amount = Math.min(MOST, balance(payer));
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
        public ObservedValue read(long key, int version) throws SQLException {
            sum.setString(1, texts.key(key));
            try (ResultSet row = sum.executeQuery()) {
                row.next();
                if (row.getLong(1) != SUM) {
                    return new ObservedValue.Torn("the sum of all balances is " + row.getLong(1) + ", not " + SUM);
                }
                return row.getInt(2) == 1 ? new ObservedValue.Version(0) : new ObservedValue.Missing();
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
}
