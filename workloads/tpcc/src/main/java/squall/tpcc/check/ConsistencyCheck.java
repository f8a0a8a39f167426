package squall.tpcc.check;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import squall.check.DataCheck;
import squall.spi.CheckResult;
import squall.sql.SqlDatabase;
import squall.tpcc.WarehouseScale;

/**
 * Check of the twelve consistency conditions of clause 3.3.2 and of four of Squall's own, in one snapshot.
 *
 * @param extent which of the conditions are checked
 */
public record ConsistencyCheck(Extent extent) {
    /** Number of warehouses above which conditions that read more than the orders are left out unless they are asked for. */
    public static final int MOST_WAREHOUSES = 100;

    /** Extent of a check: how much it may read. */
    public enum Extent {
        /** All conditions up to {@link #MOST_WAREHOUSES} warehouses, the quick ones above. */
        AFFORDABLE,
        /** All conditions, however long they take. */
        ALL
    }

    /** Check after every load and run. */
    public static final ConsistencyCheck BY_DEFAULT = new ConsistencyCheck(Extent.AFFORDABLE);

    /**
     * Returns one result for each condition, in the order of their numbers. Only this client's warehouses are checked. An interrupt ends
     * the check at once.
     */
    public List<CheckResult> run(SqlDatabase database, WarehouseScale scale, CheckTime moment)
            throws InterruptedException {
        return run(database, scale, moment, progress -> {});
    }

    /** Runs the check as above. @param progress receives the progress, a few words each time, from several threads */
    public List<CheckResult> run(
            SqlDatabase database, WarehouseScale scale, CheckTime moment, Consumer<String> progress)
            throws InterruptedException {
        Map<ConsistencyCondition, CheckResult> results = new EnumMap<>(ConsistencyCondition.class);
        List<ConsistencyCondition> asked = new ArrayList<>();
        for (ConsistencyCondition condition : ConsistencyCondition.values()) {
            whyNot(condition, scale, moment)
                    .ifPresentOrElse(
                            reason -> results.put(condition, DataCheck.skipped(condition.title(), reason)),
                            () -> asked.add(condition));
        }
        List<CheckResult> answers = answers(database, scale, asked, progress);
        for (int i = 0; i < asked.size(); i++) {
            results.put(asked.get(i), answers.get(i));
        }
        return List.copyOf(results.values());
    }

    private Optional<String> whyNot(ConsistencyCondition condition, WarehouseScale scale, CheckTime moment) {
        if (!condition.holds(moment)) {
            return Optional.of("true only until the first Delivery");
        }
        boolean small = scale.warehouses() <= MOST_WAREHOUSES || condition.reach() == ConsistencyCondition.Reach.ORDERS;
        return small || extent == Extent.ALL
                ? Optional.empty()
                : Optional.of("too expensive for " + scale.warehouses() + " warehouses: checked by default up to "
                        + MOST_WAREHOUSES + ", with --all-conditions for any number");
    }

    private static List<CheckResult> answers(
            SqlDatabase database, WarehouseScale scale, List<ConsistencyCondition> asked, Consumer<String> progress)
            throws InterruptedException {
        try (DatabaseSnapshot snapshot = DatabaseSnapshot.of(database)) {
            return ConditionSurvey.of(snapshot, asked, scale, progress);
        } catch (SQLException e) {
            return asked.stream()
                    .map(condition -> DataCheck.undecided(condition.title(), SqlFailure.text(e)))
                    .toList();
        }
    }

    /** Message of one line about a database that cannot be asked. */
    static final class SqlFailure {
        private SqlFailure() {}

        /** Returns the SQLSTATE, unless the message has it, and the first line; the rest of a message may hold data. */
        static String text(SQLException e) {
            String state = e.getSQLState() == null ? e.getClass().getSimpleName() : e.getSQLState();
            String line = String.valueOf(e.getMessage())
                    .lines()
                    .findFirst()
                    .orElse("")
                    .strip();
            return line.contains(state + ": ") ? line : state + ": " + line;
        }
    }

    /** Time of a check: after the load, or after a run. */
    public enum CheckTime {
        /** Nothing has run since the load: condition 11 holds. */
        AFTER_LOAD,
        /** Transactions have run; after the first Delivery condition 11 no longer holds, so it is left out. */
        AFTER_RUN
    }
}
