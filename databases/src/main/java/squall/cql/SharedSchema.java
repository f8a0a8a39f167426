package squall.cql;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import squall.engine.schedule.ClientSplit;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.HumanNumbers;
import squall.system.PollDeadline;

/**
 * Schema of a run that several clients share: keyspace and tables. Nodes of Cassandra that create the same table concurrently each give it
 * an id, and do not agree on it afterwards; so the first client creates them, and the others wait until all nodes know them.
 *
 * <p>The first client reports this by a row in the table in which clients sign in, under a name that no run can have. Used by one thread.
 *
 * @param client the number of this one
 * @param run name of the run among all clients
 * @param longest how long to wait for the first client
 */
public record SharedSchema(int client, String run, Duration longest) {
    private static final int MAKER = 0;

    /** Interval of the queries, long enough for many clients. */
    private static final long LOOK_MS = 250;

    /**
     * Creates the schema of one client's part of a run; empty if there are no other clients.
     *
     * @param run name of the run among all clients
     * @param longest how long to wait for the first client
     */
    public static Optional<SharedSchema> of(ClientSplit split, Optional<String> run, Duration longest) {
        return split.shared() ? run.map(name -> new SharedSchema(split.client(), name, longest)) : Optional.empty();
    }

    /**
     * Returns when this client may look for keyspace and tables, and create what is missing: at once for the first one, which creates all
     * of them.
     *
     * @throws IOException also if the first client has not created them in time; the cause then has the exit code
     */
    public void await(CqlDatabase database, Keyspace keyspace) throws IOException, InterruptedException {
        if (client == MAKER) {
            return;
        }
        PollDeadline limit = PollDeadline.in(longest);
        CqlClientBarrier rows = new CqlClientBarrier(database, keyspace);
        while (!rows.known(row())) {
            if (limit.passed()) {
                throw late("client " + MAKER + " did not make keyspace " + keyspace.name() + " and the tables of run "
                        + run + " within " + HumanNumbers.length(longest)
                        + " (--client-wait); it makes them for all clients of the run");
            }
            Thread.sleep(LOOK_MS);
        }
        requireAgreement(database, limit);
    }

    /** Reports to the waiting clients that keyspace and tables exist. */
    public void made(CqlDatabase database, Keyspace keyspace) throws IOException, InterruptedException {
        if (client == MAKER) {
            requireAgreement(database, PollDeadline.in(longest));
            new CqlClientBarrier(database, keyspace).enter(row(), MAKER, "");
        }
    }

    private void requireAgreement(CqlDatabase database, PollDeadline limit) throws IOException, InterruptedException {
        while (!database.schemaAgreed()) {
            if (limit.passed()) {
                throw late("the nodes did not agree on the tables of run " + run + " within "
                        + HumanNumbers.length(longest) + " (--client-wait); see 'nodetool describecluster'");
            }
            Thread.sleep(LOOK_MS);
        }
    }

    /** Returns the name of the row; names of runs have no spaces. */
    private String row() {
        return run + " schema";
    }

    private static IOException late(String message) {
        return new CommandException(ExitCode.INVALID, message).plain();
    }
}
