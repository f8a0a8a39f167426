package squall.tpcc.check;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.StringJoiner;
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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import squall.check.DataCheck;
import squall.spi.CheckResult;
import squall.sql.PlainSql;
import squall.system.HumanNumbers;
import squall.tpcc.WarehouseScale;
import squall.tpcc.check.ConsistencyCheck.SqlFailure;

/** Survey of the rows that violate any of several conditions, in batches of warehouses, on all connections of a snapshot at once. */
final class ConditionSurvey {
    /** Most warehouses of one query; bounds its memory and length. */
    private static final int WAREHOUSES_PER_QUERY = 10;

    /** Query of one condition over one batch of warehouses. */
    private record Question(ConsistencyCondition condition, WarehouseScale warehouses) {}

    private final DatabaseSnapshot snapshot;
    private final String tolerance;
    private final Queue<Question> open = new ConcurrentLinkedQueue<>();
    private final ConcurrentMap<ConsistencyCondition, ConditionFinding> found = new ConcurrentHashMap<>();
    private final Map<ConsistencyCondition, String> failed = new ConcurrentHashMap<>();
    private final Queue<ConsistencyCondition> underWay = new ConcurrentLinkedQueue<>();
    private final AtomicInteger answered = new AtomicInteger();
    private final Consumer<String> progress;
    private int asked;

    private ConditionSurvey(DatabaseSnapshot snapshot, String tolerance, Consumer<String> progress) {
        this.snapshot = snapshot;
        this.tolerance = tolerance;
        this.progress = progress;
    }

    /** Returns one result for each condition, in their order. @param progress receives the progress, from several threads */
    static List<CheckResult> of(
            DatabaseSnapshot snapshot,
            List<ConsistencyCondition> conditions,
            WarehouseScale scale,
            Consumer<String> progress)
            throws SQLException, InterruptedException {
        ConditionSurvey survey =
                new ConditionSurvey(snapshot, tolerance(snapshot.connections().getFirst()), progress);
        conditions.forEach(condition -> survey.ask(condition, scale));
        survey.asked = survey.open.size();
        survey.answer();
        return conditions.stream().map(survey::result).toList();
    }

    /**
     * Returns the largest allowed difference of two sums of money, as SQL. Exact columns must add up exactly; others, which BenchBase and
     * its relatives make for {@code c_ytd_payment}, to half a cent.
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

    private void ask(ConsistencyCondition condition, WarehouseScale scale) {
        int most = condition.reach().batched() ? WAREHOUSES_PER_QUERY : scale.warehouses();
        batches(scale, most).forEach(some -> open.add(new Question(condition, some)));
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
            progress.accept(text());
            try {
                found.merge(question.condition(), answer(connection, question), ConditionFinding::plus);
            } catch (SQLException e) {
                failed.putIfAbsent(question.condition(), SqlFailure.text(e));
            }
            underWay.remove(question.condition());
            answered.incrementAndGet();
            progress.accept(text());
        }
        return null;
    }

    private String text() {
        String now = underWay.stream()
                .map(ConsistencyCondition::shortTitle)
                .distinct()
                .collect(Collectors.joining(", "));
        return answered + " of " + asked + " queries answered" + (now.isEmpty() ? "" : ", under way: " + now);
    }

    /** Answers one query at a savepoint: a query that fails must not end the transaction, because the snapshot would end with it. */
    private ConditionFinding answer(Connection connection, Question question) throws SQLException {
        Savepoint before = connection.setSavepoint();
        try {
            ConditionFinding finding = ConditionFinding.of(
                    question.condition().query(question.warehouses(), tolerance).in(snapshot.language()), connection);
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

    private CheckResult result(ConsistencyCondition condition) {
        ConditionFinding finding = found.getOrDefault(condition, ConditionFinding.NONE);
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

    /** Number of rows that violate a condition. @param example one of them, as {@code column value, …}; empty if there is none */
    record ConditionFinding(long offenders, String example) {
        static final ConditionFinding NONE = new ConditionFinding(0, "");

        private static final int FEW = 1_000;

        static ConditionFinding of(ConsistencyCondition.Query query, Connection connection) throws SQLException {
            long offenders = PlainSql.number(connection, query.count());
            return offenders == 0
                    ? NONE
                    : new ConditionFinding(offenders, first(connection, query.offenders(), offenders));
        }

        /**
         * Returns an example. A few offenders are read as a whole, so that the plan is the one that counted them; among many the first is
         * found soon.
         */
        private static String first(Connection connection, String query, long offenders) throws SQLException {
            String text = query + (offenders > FEW ? " LIMIT 1" : "");
            return PlainSql.first(connection, text, ConditionFinding::example).orElse("");
        }

        private static String example(ResultSet row) throws SQLException {
            ResultSetMetaData columns = row.getMetaData();
            StringJoiner example = new StringJoiner(", ");
            for (int column = 1; column <= columns.getColumnCount(); column++) {
                example.add(columns.getColumnLabel(column) + " " + row.getString(column));
            }
            return example.toString();
        }

        ConditionFinding plus(ConditionFinding other) {
            return new ConditionFinding(offenders + other.offenders, example.isEmpty() ? other.example : example);
        }

        String detail() {
            return offenders == 0
                    ? "no offender"
                    : HumanNumbers.count(offenders)
                            + (offenders == 1 ? " offender: " : " offenders, for example ")
                            + example;
        }
    }

    /** Divides warehouses into batches that are small enough for one query each, in order. @param most warehouses in one */
    static List<WarehouseScale> batches(WarehouseScale scale, int most) {
        return IntStream.iterate(scale.from(), from -> from <= scale.last(), from -> from + most)
                .mapToObj(from -> new WarehouseScale(scale.total(), from, Math.min(most, scale.last() - from + 1)))
                .toList();
    }
}
