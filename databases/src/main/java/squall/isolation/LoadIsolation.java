package squall.isolation;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import squall.check.DataCheck;
import squall.check.isolation.Anomaly;
import squall.check.isolation.ConsistencyModel;
import squall.check.isolation.History;
import squall.check.isolation.IsolationResult;
import squall.check.isolation.JudgeRequest;
import squall.check.isolation.JudgeSettings;
import squall.check.isolation.KeyShare;
import squall.check.isolation.OnlineIsolationCheck;
import squall.check.isolation.OnlineIsolationResult;
import squall.engine.monitor.IsolationMonitor;
import squall.results.history.HistoryHeader;
import squall.results.history.IsolationRecord;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.spi.Load;
import squall.spi.Outcome;
import squall.sql.SqlDialect;

/**
 * Isolation of a load's own transactions, checked while the load runs ({@code --judge isolation}). The record in the run directory is
 * written again whenever another anomaly has been found, so that it can be read during the run.
 *
 * <p>{@link #begin} comes first; then sessions from any thread; {@link #check} after all of them are closed.
 */
public final class LoadIsolation implements AutoCloseable {
    /** Name of the check. */
    public static final String CHECK = JudgeRequest.ISOLATION;

    /** Number of steps without a new anomaly after which the record is written again, for its counts. */
    private static final int QUIET = 4;

    private final JudgeSettings settings;
    private final AtomicReference<@Nullable Judgement> judgement = new AtomicReference<>();
    private final AtomicReference<@Nullable CheckResult> result = new AtomicReference<>();
    private final AtomicReference<Load.@Nullable EventSink> sink = new AtomicReference<>();

    public LoadIsolation(JudgeSettings settings) {
        this.settings = settings;
    }

    /** Returns the keys whose operations are to be fed to the check. */
    public KeyShare keys() {
        return settings.keys();
    }

    /**
     * Guarantee for the transactions that are checked.
     *
     * @param asked the level that was requested; empty: the database's default
     * @param claimed the level that the database claims for them; empty if it claims none
     * @param remark why they are not what the database calls a transaction, one line; empty if they are
     */
    public record Guarantee(String asked, Optional<ConsistencyModel> claimed, String remark) {}

    /** Returns the level that a SQL database claims for its transactions. */
    public static Optional<ConsistencyModel> claimed(DatabaseInfo server, SqlDialect dialect) {
        return SqlTransactionStore.claimed(server.settings(), dialect);
    }

    /** Begins to check, with the record in this run directory. */
    public void begin(Path directory, Guarantee guarantee) {
        judgement.set(new Judgement(
                directory,
                HistoryHeader.counted(
                        History.Model.REGISTER, guarantee.asked(), guarantee.claimed(), settings.expectation()),
                remark(guarantee)));
    }

    private String remark(Guarantee guarantee) {
        String share = keys().whole() ? "" : keys().text() + " % of the keys are judged";
        return Stream.of(guarantee.remark(), share)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /** Receives the sink to which the first anomaly of each kind is reported as soon as it is found. */
    public void reportTo(Load.EventSink found) {
        sink.set(found);
    }

    /** Creates the feed of one session. */
    public IsolationMonitor.SessionFeed session(int session) {
        return begun().monitor.session(session);
    }

    /** Returns how a transaction ended, by its outcome. */
    public static History.Ending ending(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ok ok -> History.Ending.COMMITTED;
            case Outcome.Refused refused -> History.Ending.ABORTED;
            case Outcome.Unknown unknown -> History.Ending.UNKNOWN;
        };
    }

    /** Ends a transaction in the feed. @param outcome null if nothing is known that is worth a check */
    public static void end(IsolationMonitor.SessionFeed feed, @Nullable Outcome outcome) {
        if (outcome == null) {
            feed.cancel();
        } else {
            feed.end(ending(outcome));
        }
    }

    /**
     * Returns whether the database reports that it has applied nothing of a statement, or no longer has it prepared; 40003 means that it
     * does not know.
     */
    public static boolean isRolledBack(SQLException e) {
        String state = e.getSQLState();
        return state != null
                && (state.startsWith("40") || state.equals("0A000") || state.equals("26000"))
                && !state.equals("40003");
    }

    /** Ends the check and writes the record. */
    public CheckResult check() throws InterruptedException {
        CheckResult checked = DataCheck.of(CHECK, "committed transactions", begun()::look);
        result.set(checked);
        return checked;
    }

    /** Returns the result of {@link #check}, which needs no database; empty if the thread is interrupted. */
    public List<CheckResult> seen() {
        CheckResult known = result.get();
        if (known != null) {
            return List.of(known);
        }
        try {
            return judgement.get() == null ? List.of() : List.of(check());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    @Override
    public void close() {
        Judgement begun = judgement.get();
        if (begun != null) {
            begun.monitor.close();
        }
    }

    private Judgement begun() {
        Judgement begun = judgement.get();
        if (begun == null) {
            throw new IllegalStateException("the run has no directory for the record of its isolation");
        }
        return begun;
    }

    /** Check that is under way, with its record. */
    private final class Judgement {
        private final Path directory;
        private final HistoryHeader header;
        private final String remark;
        private final IsolationMonitor monitor;
        // Of the monitor's thread.
        private final Set<Anomaly> reported = EnumSet.noneOf(Anomaly.class);
        private String written = "";
        private int quiet;

        Judgement(Path directory, HistoryHeader header, String remark) {
            this.directory = directory;
            this.header = header;
            this.remark = remark;
            this.monitor =
                    new IsolationMonitor(new OnlineIsolationCheck(OnlineIsolationCheck.Limits.USUAL), this::follow);
        }

        private IsolationRecord record(OnlineIsolationResult result) {
            return IsolationRecord.of(header, result, remark);
        }

        private void follow(OnlineIsolationResult result) {
            report(result.isolation());
            write(result);
        }

        private void report(IsolationResult found) {
            Load.EventSink events = sink.get();
            for (Anomaly anomaly : new TreeSet<>(found.counts().keySet())) {
                if (events != null && reported.add(anomaly)) {
                    events.report(
                            JudgeRequest.EVENT,
                            anomaly.title() + ": " + example(anomaly, found),
                            Map.of(JudgeRequest.ANOMALY, anomaly.title()));
                }
            }
        }

        private static String example(Anomaly anomaly, IsolationResult found) {
            return found.witnesses().stream()
                    .filter(witness -> witness.anomaly() == anomaly)
                    .flatMap(witness -> witness.steps().stream())
                    .map(IsolationResult.Witness.CycleStep::text)
                    .findFirst()
                    .orElse(anomaly.meaning());
        }

        private void write(OnlineIsolationResult result) {
            String found = result.isolation().counts().keySet().toString();
            if (found.equals(written) && quiet++ < QUIET) {
                return;
            }
            quiet = 0;
            try {
                record(result).write(directory, IsolationRecord.HistorySource.LOAD);
                written = found;
            } catch (IOException e) {
                written = ""; // the next step tries again, and the last one, in look(), reports it
            }
        }

        private String look(DataCheck check) throws IOException, InterruptedException {
            Optional<OnlineIsolationResult> result = monitor.finish();
            if (result.isEmpty()) {
                check.undecided(monitor.failure());
                return "";
            }
            IsolationRecord record = record(result.get());
            record.write(directory, IsolationRecord.HistorySource.LOAD);
            return record.judge(check);
        }
    }
}
