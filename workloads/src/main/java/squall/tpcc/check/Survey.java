package squall.tpcc.check;

import java.sql.Connection;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import squall.check.DataCheck;
import squall.spi.CheckResult;
import squall.tpcc.Scale;

/** Asks for the offenders of many conditions, in batches of warehouses, on all connections of a snapshot at once. */
final class Survey {
    /** Bounds the memory and the length of one query. */
    private static final int WAREHOUSES_PER_QUERY = 10;

    /** One query. */
    private record Question(Condition condition, Scale warehouses) {}

    private final Snapshot snapshot;
    private final String tolerance;
    private final Queue<Question> open = new ConcurrentLinkedQueue<>();
    private final ConcurrentMap<Condition, Finding> found = new ConcurrentHashMap<>();
    private final Map<Condition, String> failed = new ConcurrentHashMap<>();
    private final Queue<Condition> underWay = new ConcurrentLinkedQueue<>();
    private final AtomicInteger answered = new AtomicInteger();
    private final Consumer<String> progress;
    private int asked;

    private Survey(Snapshot snapshot, String tolerance, Consumer<String> progress) {
        this.snapshot = snapshot;
        this.tolerance = tolerance;
        this.progress = progress;
    }

    /** One result for each condition, in their order. @param progress hears how far it has got, from several threads */
    static List<CheckResult> of(Snapshot snapshot, List<Condition> conditions, Scale scale, Consumer<String> progress)
            throws SQLException, InterruptedException {
        Survey survey = new Survey(snapshot, tolerance(snapshot.connections().getFirst()), progress);
        conditions.forEach(condition -> survey.ask(condition, scale));
        survey.asked = survey.open.size();
        survey.answer();
        return conditions.stream().map(survey::result).toList();
    }

    /**
     * How far sums of money may be apart. Exact columns add up exactly; others, which BenchBase and its relatives make for
     * {@code c_ytd_payment}, to half a cent.
     */
    static String tolerance(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            ResultSetMetaData columns = statement
                    .executeQuery("SELECT c_balance, c_ytd_payment FROM customer WHERE 1 = 0")
                    .getMetaData();
            return exact(columns.getColumnType(1)) && exact(columns.getColumnType(2)) ? "0" : "0.005";
        }
    }

    private static boolean exact(int type) {
        return type == Types.NUMERIC || type == Types.DECIMAL;
    }

    private void ask(Condition condition, Scale scale) {
        int most = condition.reach().batched() ? WAREHOUSES_PER_QUERY : scale.warehouses();
        Batches.of(scale, most).forEach(some -> open.add(new Question(condition, some)));
    }

    private void answer() throws InterruptedException {
        try (ExecutorService threads =
                Executors.newFixedThreadPool(snapshot.connections().size())) {
            for (Future<@Nullable Void> worker : invoked(threads)) {
                worker.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("checking the data failed", e.getCause());
        }
    }

    private List<Future<@Nullable Void>> invoked(ExecutorService threads) throws InterruptedException {
        List<Callable<@Nullable Void>> workers = new ArrayList<>();
        for (Connection connection : snapshot.connections()) {
            workers.add(() -> answer(connection));
        }
        try {
            return threads.invokeAll(workers);
        } catch (InterruptedException e) {
            snapshot.abort(); // the workers wait for the server, which no interrupt ends
            throw e;
        }
    }

    private @Nullable Void answer(Connection connection) {
        for (Question question = open.poll(); question != null; question = open.poll()) {
            underWay.add(question.condition());
            progress.accept(told());
            try {
                found.merge(question.condition(), answer(connection, question), Finding::plus);
            } catch (SQLException e) {
                failed.putIfAbsent(question.condition(), SqlFailure.told(e));
            }
            underWay.remove(question.condition());
            answered.incrementAndGet();
            progress.accept(told());
        }
        return null;
    }

    private String told() {
        String now = underWay.stream().map(Condition::shortTitle).distinct().collect(Collectors.joining(", "));
        return answered + " of " + asked + " queries answered" + (now.isEmpty() ? "" : ", under way: " + now);
    }

    /** A query that fails must not end the transaction, for with it the snapshot would go. */
    private Finding answer(Connection connection, Question question) throws SQLException {
        Savepoint before = connection.setSavepoint();
        try {
            Finding finding = Finding.of(question.condition(), connection, question.warehouses(), tolerance);
            connection.releaseSavepoint(before);
            return finding;
        } catch (SQLException e) {
            restore(connection, before, e);
            throw e;
        }
    }

    private static void restore(Connection connection, Savepoint before, SQLException failure) {
        try {
            connection.rollback(before);
        } catch (SQLException e) {
            failure.addSuppressed(e); // the connection is gone: what is asked of it next fails by itself
        }
    }

    private CheckResult result(Condition condition) {
        Finding finding = found.getOrDefault(condition, Finding.NONE);
        return DataCheck.recorded(condition.title(), "rows", check -> {
            check.examined(1);
            if (finding.offenders() > 0) {
                check.wrong(finding.detail());
            }
            String failure = failed.get(condition);
            if (failure != null) {
                check.undecided(failure);
            }
            return finding.offenders() > 0 ? "" : finding.detail();
        });
    }
}
