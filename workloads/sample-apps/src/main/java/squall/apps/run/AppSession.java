package squall.apps.run;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import squall.apps.AppOperations;
import squall.apps.KeyWrite;
import squall.apps.run.AppLoad.OperationQuota;
import squall.apps.run.AppTables.KeyValueClient;
import squall.check.DataAnomaly;
import squall.check.ObservedValue;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;

/** Session that writes and reads the keys of one workload. */
final class AppSession implements Session {
    private static final long PAUSE_NS = 1_000_000;

    /** Outcome of a read that saw the parts of one write apart, as the model of the database allows. */
    private static final Outcome SPLIT = new Outcome.Ok("SPLIT");

    private final int number;
    private final KeyHistory evidence;
    private final SessionSettings course;
    private final KeyValueClient client;
    private final SplittableRandom random;
    private int reserved;

    /** @param seed of this session alone */
    AppSession(int number, KeyHistory evidence, SessionSettings course, KeyValueClient client, long seed) {
        this.number = number;
        this.evidence = evidence;
        this.course = course;
        this.client = client;
        this.random = new SplittableRandom(seed);
        this.reserved = reserve();
    }

    @Override
    public boolean perform(Turn turn) throws InterruptedException {
        int done = reserved > 0 ? performed(turn) : 0;
        reserved = done < reserved ? reserved - done : reserve();
        return done > 0 && reserved > 0;
    }

    @Override
    public void abort() {
        client.abort();
    }

    @Override
    public void close() {
        client.close();
    }

    /** Performs a turn. @return the number of keys written or read; 0 if the run ended while no key was available */
    private int performed(Turn turn) throws InterruptedException {
        return course.roles().writes(number, turn) ? write(turn) : read(turn);
    }

    /** Reserves the work of the next turn before that turn, so that a session without work takes none. @return the number of keys */
    private int reserve() {
        return switch (course.roles()) {
            case SessionRoles.BySession(int writers) ->
                number < writers
                        ? course.quota().takeWrites(course.batch())
                        : course.quota().takeReads(1);
            case SessionRoles.ByTurn byTurn -> 1; // the plan knows how many turns there are
        };
    }

    private int write(Turn turn) throws InterruptedException {
        long dueNs = turn.dueNs();
        List<KeyWrite> writes = evidence.keys().begin(reserved, random);
        while (writes.isEmpty() && paused(turn)) {
            dueNs = turn.nowNs(); // waiting for a free key is no time of the database
            writes = evidence.keys().begin(reserved, random);
        }
        if (!writes.isEmpty()) {
            send(turn, writes, dueNs);
            course.quota().wrote(writes.size());
        }
        return writes.size();
    }

    private void send(Turn turn, List<KeyWrite> writes, long dueNs) throws InterruptedException {
        long sentNs = turn.nowNs();
        // Until it is known better: a session that fails in its own code may have written.
        Outcome outcome = new Outcome.Unknown(new ErrorCode(ErrorKind.OTHER, "load-failed"), "the session failed");
        try {
            outcome = client.write(writes, turn);
        } catch (InterruptedException e) {
            outcome = new Outcome.Refused(new ErrorCode(ErrorKind.UNFINISHED, "interrupted"), "nothing was sent");
            throw e;
        } finally {
            evidence.keys().ended(writes, outcome);
        }
        for (int i = 0; i < writes.size(); i++) {
            turn.record(AppOperations.WRITE, dueNs, sentNs, outcome, client.attempts());
        }
    }

    private int read(Turn turn) throws InterruptedException {
        long dueNs = turn.dueNs();
        long key = evidence.keys().acknowledged(random);
        while (key == KeySequence.NONE && paused(turn)) {
            dueNs = turn.nowNs(); // before the first write there is nothing to read
            key = evidence.keys().acknowledged(random);
        }
        if (key == KeySequence.NONE) {
            return 0;
        }
        read(turn, key, dueNs);
        return 1;
    }

    private void read(Turn turn, long key, long dueNs) throws InterruptedException {
        int floor = evidence.ledger().acknowledgedVersion(key);
        long sentNs = turn.nowNs();
        Outcome outcome = client.read(key, floor, turn);
        turn.record(
                AppOperations.READ,
                dueNs,
                sentNs,
                outcome instanceof Outcome.Ok ? judged(key, floor) : outcome,
                client.attempts());
    }

    private Outcome judged(long key, int floor) {
        Optional<DataAnomaly> anomaly = evidence.judgeRead(key, floor, client.seen());
        if (anomaly.isPresent()) {
            ErrorCode error = new ErrorCode(ErrorKind.DATA, anomaly.get().label());
            return new Outcome.Refused(
                    error, client.seen().stream().map(ObservedValue::toString).collect(Collectors.joining("; ")));
        }
        return KeyHistory.split(client.seen()) ? SPLIT : Outcome.OK;
    }

    /** Pauses for a millisecond. @return false if the run is over */
    private static boolean paused(Turn turn) throws InterruptedException {
        LockSupport.parkNanos(PAUSE_NS);
        if (Thread.interrupted()) {
            throw new InterruptedException("the run is over");
        }
        return !turn.stopping();
    }

    /**
     * Settings of the sessions.
     *
     * @param roles which sessions write and which read
     * @param batch how many keys one write has
     * @param quota how many writes and reads they may make together
     */
    record SessionSettings(SessionRoles roles, int batch, OperationQuota quota) {}
}
