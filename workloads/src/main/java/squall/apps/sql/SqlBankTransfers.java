package squall.apps.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import squall.apps.Profile;
import squall.apps.Setting;
import squall.apps.SqlApp;
import squall.apps.SqlSetting;
import squall.apps.Statements;
import squall.check.DataCheck;
import squall.check.Seen;

/** Money between accounts: none may appear or vanish, and every acknowledged transfer is in the books. */
public final class SqlBankTransfers implements SqlApp {
    static final int ACCOUNTS = 1000;
    static final int FIRST_BALANCE = 1000;
    static final String BOOKS = "_transfers";

    @Override
    public Profile profile() {
        return Profile.of(
                        "SqlBankTransfers",
                        "Moves money between 1000 accounts and notes each transfer; reads the sum of all balances.",
                        new Profile.Drive(1, 10, 10_000_000, 10_000_000, -1))
                .withTable("bank_accounts")
                .inTransactions("repeatable-read");
    }

    @Override
    public boolean updates() {
        return false;
    }

    @Override
    public List<String> tables(Setting setting) {
        return List.of(setting.table(), setting.table() + BOOKS);
    }

    @Override
    public void create(Connection connection, SqlSetting setting) throws SQLException {
        Script.run(
                connection,
                "CREATE TABLE IF NOT EXISTS " + setting.name() + " (account_id int PRIMARY KEY, balance int NOT NULL)",
                "CREATE TABLE IF NOT EXISTS " + setting.name(BOOKS)
                        + " (k text PRIMARY KEY, payer int NOT NULL, payee int NOT NULL, amount int NOT NULL)",
                "INSERT INTO " + setting.name() + " SELECT n, " + FIRST_BALANCE + " FROM generate_series(0, "
                        + (ACCOUNTS - 1) + ") AS n WHERE NOT EXISTS (SELECT 1 FROM " + setting.name() + ")");
    }

    @Override
    public void require(Setting setting) {
        if (setting.texts().valueBytes() > 0) {
            throw new IllegalArgumentException("--value_size: a transfer has no value to fill up");
        }
    }

    @Override
    public Statements prepare(Connection connection, SqlSetting setting) throws SQLException {
        return new Transfers(connection, setting);
    }

    @Override
    public void survey(Connection connection, SqlSetting setting, Rows rows) throws SQLException {
        Script.each(
                connection,
                "SELECT k, payer, payee FROM " + setting.name(BOOKS) + " WHERE k LIKE ?",
                setting.texts().prefix(),
                row -> {
                    long key = setting.texts().number(row.getString(1));
                    boolean asDrawn = row.getInt(2) == Transfers.payer(key) && row.getInt(3) == Transfers.payee(key);
                    rows.row(key, asDrawn ? new Seen.Version(0) : new Seen.Torn("the transfer has other accounts"));
                });
    }

    @Override
    public List<Check> checks() {
        return List.of(new Check("balances", "accounts", SqlBankTransfers::balances));
    }

    /** Each balance must be what it was at first and what the books say came and went, and not below zero. */
    private static String balances(Connection connection, SqlSetting setting, DataCheck check) throws SQLException {
        String books = """
                WITH booked AS (
                  SELECT payer AS account_id, -amount AS amount FROM %2$s UNION ALL SELECT payee, amount FROM %2$s
                ), owed AS (SELECT account_id, sum(amount) AS amount FROM booked GROUP BY account_id)
                SELECT count(*), coalesce(min(account_id), 0)
                FROM %1$s LEFT JOIN owed USING (account_id)
                WHERE balance <> %3$d + coalesce(owed.amount, 0) OR balance < 0""".formatted(setting.name(), setting.name(BOOKS), FIRST_BALANCE);
        String[] found = Script.row(connection, books).split(" ", -1);
        if (!found[0].equals("0")) {
            check.wrong(found[0] + " accounts are not as the books say or below zero, for example account " + found[1]);
        }
        long accounts = Script.number(connection, "SELECT count(*) FROM " + setting.name());
        check.examined(accounts);
        if (accounts != ACCOUNTS) {
            check.wrong(accounts + " of " + ACCOUNTS + " accounts are there");
        }
        return found[0].equals("0") ? "all " + accounts + " accounts are as the books say, none below zero" : "";
    }
}
