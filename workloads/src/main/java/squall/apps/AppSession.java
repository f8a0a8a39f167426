package squall.apps;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import squall.check.Flaw;
import squall.check.Seen;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;
import squall.sql.Effect;
import squall.sql.SqlSession;

/** One connection that writes and reads keys of one workload. */
final class AppSession implements Session {
    private static final long PAUSE_NS = 1_000_000;

    private final int number;
    private final Evidence evidence;
    private final Course course;
    private final SqlSession<Statements> session;
    private final SplittableRandom random;
    private Seen seen = new Seen.Missing();

    /** @param seed of this session alone */
    AppSession(int number, Evidence evidence, Course course, SqlSession<Statements> session, long seed) {
        this.number = number;
        this.evidence = evidence;
        this.course = course;
        this.session = session;
        this.random = new SplittableRandom(seed);
    }

    @Override
    public boolean perform(Turn turn) throws InterruptedException {
        return course.roles().writes(number, turn) ? write(turn) : read(turn);
    }

    @Override
    public void abort() {
        session.abort();
    }

    @Override
    public void close() {
        session.close();
    }

    private boolean write(Turn turn) throws InterruptedException {
        int wanted = evidence.keys().takeWrites(course.batch());
        if (wanted == 0) {
            return false;
        }
        long dueNs = turn.dueNs();
        List<Write> writes = evidence.keys().begin(wanted, random);
        while (writes.isEmpty()) {
            if (!paused(turn)) {
                evidence.keys().returnWrites(wanted);
                return false;
            }
            dueNs = turn.nowNs(); // waiting for a free key is no time of the database
            writes = evidence.keys().begin(wanted, random);
        }
        evidence.keys().returnWrites(wanted - writes.size());
        send(turn, writes, dueNs);
        return true;
    }

    private void send(Turn turn, List<Write> writes, long dueNs) throws InterruptedException {
        long sentNs = turn.nowNs();
        // Until it is known better: a session that fails in its own code may have written.
        Outcome outcome = new Outcome.Unknown(new ErrorCode(ErrorKind.OTHER, "load-failed"), "the session failed");
        try {
            outcome = course.transactional()
                    ? session.transaction(Effect.ONCE, turn, statements -> statements.write(writes))
                    : session.statement(Effect.ONCE, turn, statements -> statements.write(writes));
        } catch (InterruptedException e) {
            outcome = new Outcome.Refused(new ErrorCode(ErrorKind.UNFINISHED, "interrupted"), "nothing was sent");
            throw e;
        } finally {
            evidence.keys().ended(writes, outcome);
        }
        for (int i = 0; i < writes.size(); i++) {
            turn.record(Kinds.WRITE, dueNs, sentNs, outcome, session.attempts());
        }
    }

    private boolean read(Turn turn) throws InterruptedException {
        if (!evidence.keys().takeRead()) {
            return false;
        }
        long dueNs = turn.dueNs();
        long key = evidence.keys().acknowledged(random);
        while (key == Keys.NONE) {
            if (!paused(turn)) {
                return false;
            }
            dueNs = turn.nowNs(); // before the first write there is nothing to read
            key = evidence.keys().acknowledged(random);
        }
        read(turn, key, dueNs);
        return true;
    }

    private void read(Turn turn, long key, long dueNs) throws InterruptedException {
        int floor = evidence.ledger().acknowledgedVersion(key);
        long sentNs = turn.nowNs();
        Outcome outcome = session.statement(Effect.READ, turn, statements -> {
            seen = statements.read(key, floor);
            return Outcome.OK;
        });
        turn.record(
                Kinds.READ,
                dueNs,
                sentNs,
                outcome instanceof Outcome.Ok ? judged(key, floor) : outcome,
                session.attempts());
    }

    private Outcome judged(long key, int floor) {
        Optional<Flaw> flaw = evidence.judgeRead(key, floor, seen);
        return flaw.<Outcome>map(
                        found -> new Outcome.Refused(new ErrorCode(ErrorKind.DATA, found.label()), seen.toString()))
                .orElse(Outcome.OK);
    }

    /** False if the run is over. */
    private static boolean paused(Turn turn) throws InterruptedException {
        LockSupport.parkNanos(PAUSE_NS);
        if (Thread.interrupted()) {
            throw new InterruptedException("the run is over");
        }
        return !turn.stopping();
    }
}
