package squall.apps.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.apps.AppContext;
import squall.apps.AppProfile;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;
import squall.apps.KeyValueFormat;
import squall.apps.KeyWrite;
import squall.apps.SampleApp;
import squall.check.DataCheck;
import squall.check.ObservedValue;
import squall.cql.CqlDialect;
import squall.cql.CqlUnitOfWork;
import squall.spi.CheckResult;

/** Workload that moves money between accounts in Accord's transactions: none may appear or vanish, and the books list every transfer. */
public final class CassandraBankTransfers implements CqlApp {
    private static final int ACCOUNTS = 20;

    /** Balance of a new account, which no run of transfers uses up. */
    private static final long FIRST_BALANCE = 1_000_000;

    private static final String BOOKS = "_transfers";

    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "CassandraBankTransfers",
                        "Moves money between 20 accounts in Accord's transactions and notes each transfer; reads all"
                                + " balances.",
                        new AppProfile.Drive(1, 4, 100_000, 100_000, -1),
                        AppProfile.Trait.INSERTS_ONLY,
                        AppProfile.Trait.ACCORD)
                .withTable("bank_accounts")
                .withoutValues("a transfer has no value to fill up");
    }

    @Override
    public Set<String> options() {
        return Set.of(SAME_CELL);
    }

    @Override
    public List<String> tables(AppContext setting) {
        return List.of(setting.table(), setting.table() + BOOKS);
    }

    @Override
    public List<String> ddl(CqlAppContext setting) {
        String options = setting.options(true, "");
        return List.of(
                "CREATE TABLE IF NOT EXISTS " + setting.name() + " (account_id int PRIMARY KEY, balance bigint)"
                        + options,
                "CREATE TABLE IF NOT EXISTS " + setting.name(BOOKS)
                        + " (k varchar PRIMARY KEY, payer int, payee int, amount bigint)" + options);
    }

    /** Opens the accounts, unless they are there. */
    @Override
    public List<String> firstRows(CqlAppContext setting) {
        String inserts = IntStream.range(0, ACCOUNTS)
                .mapToObj(account -> "INSERT INTO " + setting.name() + " (account_id, balance) VALUES (" + account
                        + ", " + FIRST_BALANCE + "); ")
                .collect(Collectors.joining());
        return List.of(CqlDialect.conditionalTransaction(
                List.of("LET one = (SELECT balance FROM " + setting.name() + " WHERE account_id = 0)"),
                "one IS NULL",
                inserts));
    }

    @Override
    public CqlAppStatements statements(CqlAppContext setting) {
        return new TransferStatements(setting);
    }

    @Override
    public List<CheckResult> check(CqlAppContext setting, CheckReader reader) throws InterruptedException {
        return List.of(DataCheck.of("balances", "accounts", check -> balances(setting, reader, check)));
    }

    /** Checks that each balance is the first one plus the booked transfers. */
    private static String balances(CqlAppContext setting, CheckReader reader, DataCheck check)
            throws IOException, InterruptedException {
        SeenAccounts seen = RepeatedLook.settled(
                () -> SeenAccounts.in(setting, reader),
                accounts -> accounts.wrong().isEmpty());
        check.examined(seen.count());
        if (!seen.wrong().isEmpty()) {
            check.wrong(seen.wrong().size() + " accounts are not as the books say, for example "
                    + seen.wrong().getFirst());
        }
        if (seen.count() != ACCOUNTS) {
            check.wrong(seen.count() + " of " + ACCOUNTS + " accounts are there");
        }
        return seen.wrong().isEmpty() ? "all " + seen.count() + " accounts are as the books say" : "";
    }

    /** Set of the accounts that one look sees. @param wrong those that are not as the books say */
    private record SeenAccounts(int count, List<String> wrong) {
        static SeenAccounts in(CqlAppContext setting, CheckReader reader) throws IOException, InterruptedException {
            Map<Integer, Long> booked = new HashMap<>();
            for (Row row : reader.rows("SELECT payer, payee, amount FROM " + setting.name(BOOKS))) {
                booked.merge(row.getInt(0), -row.getLong(2), Long::sum);
                booked.merge(row.getInt(1), row.getLong(2), Long::sum);
            }
            List<Row> accounts = reader.rows("SELECT account_id, balance FROM " + setting.name());
            List<String> wrong = new ArrayList<>();
            for (Row row : accounts) {
                long owed = FIRST_BALANCE + booked.getOrDefault(row.getInt(0), 0L);
                if (row.getLong(1) != owed) {
                    wrong.add(
                            "account " + row.getInt(0) + " has " + row.getLong(1) + ", and " + owed + " by the books");
                }
            }
            return new SeenAccounts(accounts.size(), List.copyOf(wrong));
        }
    }

    /** Statements of {@link CassandraBankTransfers}: transfer n always goes between the same two accounts. */
    private static final class TransferStatements implements CqlAppStatements {
        private static final long AMOUNT = 10;
        private static final long SUM = ACCOUNTS * FIRST_BALANCE;

        private final KeyValueFormat texts;
        private final boolean sameCell;
        private final String books;
        private final String transfer;
        private final String select;

        TransferStatements(CqlAppContext setting) {
            String accounts = setting.name();
            texts = setting.texts();
            sameCell = setting.options().flag(SAME_CELL, false);
            books = setting.name(BOOKS);
            String balance = " = (SELECT balance FROM " + accounts + " WHERE account_id = ?)";
            String debit = "UPDATE " + accounts + " SET balance -= ? WHERE account_id = ?; ";
            transfer = CqlDialect.conditionalTransaction(
                    List.of("LET payer" + balance, "LET payee" + balance, "SELECT payer.balance, payee.balance"),
                    "payer.balance >= " + AMOUNT + " AND payee.balance IS NOT NULL",
                    debit.repeat(sameCell ? 2 : 1) + "UPDATE " + accounts
                            + " SET balance += ? WHERE account_id = ?; INSERT INTO " + books
                            + " (k, payer, payee, amount) VALUES (?, ?, ?, ?); ");
            select = CqlDialect.ACCORD.transaction(Stream.of(
                            Stream.of("LET note = (SELECT amount FROM " + books + " WHERE k = ?)"),
                            IntStream.range(0, ACCOUNTS)
                                    .mapToObj(account -> "LET a" + account + " = (SELECT balance FROM " + accounts
                                            + " WHERE account_id = " + account + ")"),
                            Stream.of(IntStream.range(0, ACCOUNTS)
                                    .mapToObj(account -> ", a" + account + ".balance")
                                    .collect(Collectors.joining("", "SELECT note.amount", ""))))
                    .flatMap(part -> part)
                    .toList());
        }

        /** Lowers the payer's balance by one statement, or by two of half the amount. */
        @Override
        public List<BoundCql> write(KeyWrite write) {
            int payer = payer(write.key());
            int payee = payee(write.key());
            List<Object> values = new ArrayList<>(List.of(payer, payee));
            long part = sameCell ? AMOUNT / 2 : AMOUNT;
            for (long debited = 0; debited < AMOUNT; debited += part) {
                values.addAll(List.of(part, payer));
            }
            values.addAll(List.of(AMOUNT, payee, texts.key(write.key()), payer, payee, AMOUNT));
            return List.of(new BoundCql(transfer, values));
        }

        /** Returns whether the condition held, which only the answered balances show. */
        @Override
        public boolean applied(CqlUnitOfWork.CqlAnswer answer) throws InterruptedException {
            Row row = answer.next();
            return row != null && row.getLong(0) >= AMOUNT && !row.isNull(1);
        }

        @Override
        public BoundCql read(long key, int version) {
            return BoundCql.of(select, texts.key(key));
        }

        @Override
        public List<ObservedValue> seen(long key, int version, List<Row> rows) {
            if (rows.isEmpty()) {
                return List.of(new ObservedValue.Torn("the transaction has answered nothing"));
            }
            Row row = rows.getFirst();
            long sum =
                    IntStream.rangeClosed(1, ACCOUNTS).mapToLong(row::getLong).sum();
            if (sum != SUM) {
                return List.of(new ObservedValue.Torn("the sum of all balances is " + sum + ", not " + SUM));
            }
            return List.of(row.isNull(0) ? new ObservedValue.Missing() : new ObservedValue.Version(0));
        }

        @Override
        public List<Scan> scans() {
            return List.of(new Scan("k, payer, payee", books, "k"));
        }

        @Override
        public Survey survey(SampleApp.SurveyedRows rows) {
            return WholeRowStatements.survey(texts, rows, (key, row) -> {
                boolean asDrawn = row.getInt(1) == payer(key) && row.getInt(2) == payee(key);
                return asDrawn
                        ? new ObservedValue.Version(0)
                        : new ObservedValue.Torn("the transfer has other accounts");
            });
        }

        private static int payer(long key) {
            return new SplittableRandom(key).nextInt(ACCOUNTS);
        }

        /** Returns the payee of a transfer, which is never its payer. */
        private static int payee(long key) {
            int distance = 1 + new SplittableRandom(~key).nextInt(ACCOUNTS - 1);
            return (payer(key) + distance) % ACCOUNTS;
        }
    }
}
