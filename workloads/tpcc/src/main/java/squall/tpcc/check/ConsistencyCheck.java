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
 * The twelve consistency conditions of clause 3.3.2 and four of Squall's own, asked in one snapshot.
 *
 * @param extent which of them
 */
public record ConsistencyCheck(Extent extent) {
    /** Above, conditions that read more than the orders are left out unless they are asked for. */
    public static final int MOST_WAREHOUSES = 100;

    /** How much may be read for them. */
    public enum Extent {
        /** All up to {@link #MOST_WAREHOUSES} warehouses, the quick ones above. */
        AFFORDABLE,
        /** All, however long it takes. */
        ALL
    }

    /** As they are after every load and run. */
    public static final ConsistencyCheck BY_DEFAULT = new ConsistencyCheck(Extent.AFFORDABLE);

    /**
     * One result for each condition, in the order of their numbers. Only this client's warehouses are looked at. An interrupt ends it at
     * once.
     */
    public List<CheckResult> run(SqlDatabase database, WarehouseScale scale, CheckTime moment)
            throws InterruptedException {
        return run(database, scale, moment, progress -> {});
    }

    /** As above. @param progress receives the progress, a few words each time, from several threads */
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
                    .map(condition -> DataCheck.undecided(condition.title(), SqlFailure.told(e)))
                    .toList();
        }
    }

    /** A database that cannot be asked, in one line. */
    static final class SqlFailure {
        private SqlFailure() {}

        /** SQLSTATE and first line; the rest of a message may hold data. */
        static String told(SQLException e) {
            String state = e.getSQLState() == null ? e.getClass().getSimpleName() : e.getSQLState();
            return state + ": "
                    + String.valueOf(e.getMessage())
                            .lines()
                            .findFirst()
                            .orElse("")
                            .strip();
        }
    }

    /** When the data is looked at. */
    public enum CheckTime {
        /** Nothing has run since the load: condition 11 holds. */
        AFTER_LOAD,
        /** Transactions have run; after the first Delivery condition 11 no longer holds, and is left out. */
        AFTER_RUN
    }
}
