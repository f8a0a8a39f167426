package squall.adversity.probe.store;

import java.io.IOException;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Turn;

/** Tables of a database that moves money between two rows in one transaction; over CQL there are none. */
public interface BankStore extends ProbeStore {
    /** Puts accounts there, numbered from 0. */
    void seedAccounts(int accounts, long balance) throws IOException, InterruptedException;

    /** All accounts at one moment, as strongly as the database reads. */
    AccountTotals balance() throws IOException, InterruptedException;

    @Override
    BankSession probeSession(int number);

    /** A session that moves money, too. */
    interface BankSession extends ProbeSession {
        /** Of a {@link #transfer}: one of the accounts is not there. */
        Outcome NO_ACCOUNT =
                new Outcome.Refused(new ErrorCode(ErrorKind.DATA, "no-account"), "one of the accounts is not there");

        /** Of a {@link #transfer}: the account has less than that. */
        Outcome TOO_POOR =
                new Outcome.Refused(new ErrorCode(ErrorKind.OTHER, "too-poor"), "the account has less than that");

        /** Moves money, all of it or nothing. */
        Outcome transfer(AccountTransfer transfer, Turn turn) throws InterruptedException;

        /** Adds up all accounts at one moment. */
        Outcome audit(Turn turn) throws InterruptedException;

        /** What the last {@link #audit} found. */
        AccountTotals balance();
    }

    /** All accounts at one moment. @param least what the poorest one has */
    record AccountTotals(long sum, long least, long accounts) {
        @Override
        public String toString() {
            return accounts + " accounts with " + sum + ", the least of them with " + least;
        }
    }

    /** Money that is moved. @param amount above 0 */
    record AccountTransfer(int from, int to, long amount) {
        public AccountTransfer {
            if (from == to || amount < 1) {
                throw new IllegalArgumentException("a transfer goes from one account to another, and is at least 1: "
                        + from + " to " + to + ", " + amount);
            }
        }
    }
}
