package squall.adversity.probe.store;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import squall.database.Database;
import squall.isolation.TransactionStore;
import squall.spi.CallContext;
import squall.spi.Cluster;
import squall.spi.DriverSteps;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

/**
 * Store of the probes' tables in one database, and of the rows of one run in them.
 *
 * <p>A run has rows of its own, which are removed when nothing was found wrong with them. Safe for use by many threads.
 */
public interface ProbeStore extends AutoCloseable {
    /** Receiver of the rows of the ledger. */
    interface Rows {
        /** @param intact whether it has the content of its {@link ProbeSession.LedgerEntry} */
        void row(int writer, long number, boolean intact);
    }

    /** Creates the tables that are missing. */
    void make() throws IOException, InterruptedException;

    /** Inserts registers with these keys, at version 0. */
    void seedRegisters(List<Integer> keys) throws IOException, InterruptedException;

    /** Inserts the counter, at 0. */
    void seedCounter() throws IOException, InterruptedException;

    /** Returns the places of the lanes of data: a key each, led by as many nodes as can be told apart. */
    List<LaneLocation> places(int perNode) throws IOException, InterruptedException;

    /** Returns the places of the lanes of nodes: each node that can be asked by itself. */
    List<LaneLocation> nodePlaces() throws IOException, InterruptedException;

    /** Opens a session that asks one node and no other. @param place one of {@link #nodePlaces} */
    LaneSession nodeSession(LaneLocation place);

    /**
     * Opens the store of transactions whose isolation is judged, in a table that only this run has. Closed with this.
     *
     * @param level the isolation level, as users write it; empty: the server's default
     * @throws IllegalArgumentException if the database has no transactions, or none of that level
     */
    TransactionStore transactions(String level) throws IOException, InterruptedException;

    /** Returns a row of the ledger with its content. */
    ProbeSession.LedgerEntry entry(int writer, long number);

    /** Lists the steps so far of the driver that sessions share; as {@link squall.spi.Load#driverSteps}. */
    default DriverSteps driverSteps(long originNs) {
        return DriverSteps.NONE;
    }

    /** Opens a separate session. @param number distributes sessions over the endpoints */
    ProbeSession probeSession(int number);

    /**
     * Reads all rows of the ledger, at the strongest consistency of the database.
     *
     * @param writers number of writers
     * @param most rows that one of them has written
     * @return remark on how they were read, which begins with a comma; empty if they were read as always
     */
    String survey(int writers, int most, Rows rows) throws IOException, InterruptedException;

    /** Returns the version of each existing register, read at the strongest consistency of the database. */
    Map<Integer, Long> versions(List<Integer> keys) throws IOException, InterruptedException;

    /** Returns the counter, read at the strongest consistency of the database; empty if its row is missing. */
    OptionalLong counter() throws IOException, InterruptedException;

    /** Returns the configuration that permits this database to lose acknowledged writes; empty if there is none. */
    Optional<String> lossAllowedBy() throws IOException, InterruptedException;

    /**
     * Waits until no write of the run can be in progress on a server any more; its sessions have been closed.
     *
     * @return whether that is so
     */
    boolean quiet() throws IOException, InterruptedException;

    /** Removes the rows of the run. */
    void removeRows() throws IOException, InterruptedException;

    @Override
    void close();

    /**
     * Place that one lane reaches.
     *
     * @param name of the lane, without its operation
     * @param node as the cluster calls it, else its address; empty if no node is known to lead the key
     * @param zone empty if it is not known
     * @param key of the lane's register
     * @param session which of the endpoints its connections prefer, or belong to
     * @param how the lane was placed, and so what it shows, for a reader
     */
    record LaneLocation(String name, String node, String zone, int key, int session, String how) {}

    /** Session of a lane. */
    interface LaneSession extends Database.Client {
        /** Performs the lane's operation once. */
        Outcome ask(CallContext call) throws InterruptedException;
    }

    /** Lookup of a cluster's node by its address. */
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

        /** Returns the name of the node in the cluster, else the address. */
        public String name(String address) {
            return at(address).map(Cluster.Node::name).orElse(address);
        }

        /** Returns the zone of the node; empty if it is not known. */
        public String zone(String address) {
            return at(address).map(Cluster.Node::zone).orElse("");
        }
    }

    /** Store of a database that moves money between two rows in one transaction; over CQL there is none. */
    interface BankStore extends ProbeStore {
        /** Inserts accounts, numbered from 0. */
        void seedAccounts(int accounts, long balance) throws IOException, InterruptedException;

        /** Returns the totals of all accounts at one moment, read at the strongest consistency of the database. */
        AccountTotals balance() throws IOException, InterruptedException;

        @Override
        BankSession probeSession(int number);

        /** Session that moves money, too. */
        interface BankSession extends ProbeSession {
            /** Outcome of a {@link #transfer} one of whose accounts is missing. */
            Outcome NO_ACCOUNT = new Outcome.Refused(
                    new ErrorCode(ErrorKind.DATA, "no-account"), "one of the accounts is not there");

            /** Outcome of a {@link #transfer} from an account that has less than the amount. */
            Outcome INSUFFICIENT_FUNDS =
                    new Outcome.Refused(new ErrorCode(ErrorKind.OTHER, "too-poor"), "the account has less than that");

            /** Moves money, all of it or nothing. */
            Outcome transfer(AccountTransfer transfer, CallContext call) throws InterruptedException;

            /** Adds up all accounts at one moment. */
            Outcome audit(CallContext call) throws InterruptedException;

            /** Returns the totals that the last {@link #audit} found. */
            AccountTotals balance();
        }

        /** Totals of all accounts at one moment. @param least balance of the poorest one */
        record AccountTotals(long sum, long least, long accounts) {
            @Override
            public String toString() {
                return accounts + " accounts with " + sum + ", the least of them with " + least;
            }
        }

        /** Transfer of money between two accounts. @param amount above 0 */
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
