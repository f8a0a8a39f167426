package squall.adversity.probe.store;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import squall.isolation.TransactionStore;
import squall.spi.Cluster;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Turn;

/**
 * The tables of the probes in one database, and the rows of one run in them.
 *
 * <p>A run has rows of its own, which are removed when nothing was found wrong with them. Safe for use by many threads.
 */
public interface ProbeStore extends AutoCloseable {
    /** Hears the rows of the ledger. */
    interface Rows {
        /** @param intact whether it is as {@link ProbeSession.LedgerEntry} has it */
        void row(int writer, long number, boolean intact);
    }

    /** Makes the tables where they are missing. */
    void make() throws IOException, InterruptedException;

    /** Puts registers with these keys there, at version 0. */
    void seedRegisters(List<Integer> keys) throws IOException, InterruptedException;

    /** Puts the counter there, at 0. */
    void seedCounter() throws IOException, InterruptedException;

    /** Where lanes can lead to: a key each, on as many nodes as can be told apart. */
    List<LaneLocation> places(int perNode) throws IOException, InterruptedException;

    /**
     * Transactions whose isolation is judged, in a table that only this run has. Closed with this.
     *
     * @param level that is asked for, as users write it; empty: the server's default
     * @throws IllegalArgumentException if the database has no transactions, or none of that level
     */
    TransactionStore transactions(String level) throws IOException, InterruptedException;

    /** A row of the ledger. */
    ProbeSession.LedgerEntry entry(int writer, long number);

    /** A session of its own. @param number spreads sessions over the endpoints */
    ProbeSession probeSession(int number);

    /**
     * All rows of the ledger, as strongly as the database reads.
     *
     * @param writers there were
     * @param most rows that one of them has written
     */
    void survey(int writers, int most, Rows rows) throws IOException, InterruptedException;

    /** The version of each register that is there, as strongly as the database reads. */
    Map<Integer, Long> versions(List<Integer> keys) throws IOException, InterruptedException;

    /** The counter, as strongly as the database reads; empty if its row is not there. */
    OptionalLong counter() throws IOException, InterruptedException;

    /** What lets this database forget what it acknowledged, by its configuration; empty if nothing does. */
    Optional<String> forgetful() throws IOException, InterruptedException;

    /**
     * Waits until no write of the run can be under way on a server any more; its sessions have been closed.
     *
     * @return whether that is so
     */
    boolean quiet() throws IOException, InterruptedException;

    /** Removes what the run left. */
    void forget() throws IOException, InterruptedException;

    @Override
    void close();

    /**
     * Where one lane leads to.
     *
     * @param name of the lane
     * @param node as the cluster calls it, else its address
     * @param zone empty if it is not known
     * @param key of the lane's register
     * @param session which of the endpoints its connections prefer
     * @param how the lane was placed, and so what it tells, for a reader
     */
    record LaneLocation(String name, String node, String zone, int key, int session, String how) {}

    /** Which node of a cluster stands behind an address. */
    record NodeByAddress(List<Cluster.Node> known) {
        public NodeByAddress {
            known = List.copyOf(known);
        }

        /** @param address host:port */
        public Optional<Cluster.Node> at(String address) {
            return known.stream()
                    .filter(node -> address.equals(node.host() + ":" + node.port()))
                    .findFirst();
        }

        /** As the cluster calls it, else the address. */
        public String name(String address) {
            return at(address).map(Cluster.Node::name).orElse(address);
        }

        /** Empty if it is not known. */
        public String zone(String address) {
            return at(address).map(Cluster.Node::zone).orElse("");
        }
    }

    /** Tables of a database that moves money between two rows in one transaction; over CQL there are none. */
    interface BankStore extends ProbeStore {
        /** Puts accounts there, numbered from 0. */
        void seedAccounts(int accounts, long balance) throws IOException, InterruptedException;

        /** All accounts at one moment, as strongly as the database reads. */
        AccountTotals balance() throws IOException, InterruptedException;

        @Override
        BankSession probeSession(int number);

        /** A session that moves money, too. */
        interface BankSession extends ProbeSession {
            /** Of a {@link #transfer}: one of the accounts is not there. */
            Outcome NO_ACCOUNT = new Outcome.Refused(
                    new ErrorCode(ErrorKind.DATA, "no-account"), "one of the accounts is not there");

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
                    throw new IllegalArgumentException(
                            "a transfer goes from one account to another, and is at least 1: " + from + " to " + to
                                    + ", " + amount);
                }
            }
        }
    }
}
