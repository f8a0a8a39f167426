package squall.check.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import squall.check.isolation.History.Model;
import squall.check.isolation.SimulatedStore.Kind;

/** The checker against stores of which it is known what they do wrong, and against an oracle that tries every order. */
class SimulatedStoreTest {
    private static final int SEEDS = 600;

    /** Levels that each store never violates, by its making. */
    private static final Map<Kind, ConsistencyModel> KEPT = new EnumMap<>(Map.of(
            Kind.STRICT_SERIALIZABLE, ConsistencyModel.STRICT_SERIALIZABLE,
            Kind.SERIALIZABLE, ConsistencyModel.SERIALIZABLE,
            Kind.SNAPSHOT, ConsistencyModel.STRONG_SNAPSHOT,
            Kind.READ_COMMITTED, ConsistencyModel.READ_COMMITTED));

    @ParameterizedTest
    @EnumSource(Kind.class)
    void every_verdict_on_a_tiny_history_is_that_of_trying_every_order(Kind kind) throws Exception {
        for (Model model : Model.values()) {
            for (long seed = 0; seed < SEEDS; seed++) {
                History history = new SimulatedStore(kind, model, seed, 2).run(4, 3, false);
                IsolationResult result = IsolationChecker.check(history);
                BruteForce oracle = new BruteForce(history);
                String context = kind + " " + model + " seed " + seed + ": " + result.text();
                // A dirty or torn store shows what no single state of the data can be; the oracle knows no such thing,
                // and agrees.
                assertThat(result.allows(ConsistencyModel.SERIALIZABLE))
                        .as(context)
                        .isEqualTo(oracle.isSerializable());
                if (result.complete()) {
                    assertThat(result.allows(ConsistencyModel.SNAPSHOT))
                            .as(context)
                            .isEqualTo(oracle.isSnapshotIsolated());
                    assertThat(result.allows(ConsistencyModel.STRICT_SERIALIZABLE))
                            .as(context)
                            .isEqualTo(oracle.isStrictlySerializable());
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"STRICT_SERIALIZABLE", "SERIALIZABLE", "SNAPSHOT", "READ_COMMITTED"})
    void a_correct_store_is_never_said_to_violate_its_level(Kind kind) throws Exception {
        for (Model model : Model.values()) {
            for (long seed = 0; seed < SEEDS; seed++) {
                IsolationResult result =
                        IsolationChecker.check(new SimulatedStore(kind, model, seed, 5).run(60, 6, true));
                assertThat(result.allows(Objects.requireNonNull(KEPT.get(kind))))
                        .as("%s %s seed %s: %s", kind, model, seed, result.text())
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SERIALIZABLE, STRICT_SERIALIZABLE, STALE_READ, STALE_READ",
        "SNAPSHOT, SERIALIZABLE, WRITE_SKEW, WRITE_SKEW",
        "READ_COMMITTED, SNAPSHOT, LOST_UPDATE, LOST_UPDATE",
        "READ_COMMITTED, REPEATABLE_READ, READ_SKEW, READ_SKEW",
        "DIRTY_READS, READ_COMMITTED, ABORTED_READ, ABORTED_READ",
        "LOST_UPDATES, SNAPSHOT, LOST_UPDATE, LOST_UPDATE",
        "TORN_COMMITS, SNAPSHOT, READ_SKEW, READ_SKEW",
        "DROPPED_COMMITS, READ_UNCOMMITTED, LOST_WRITE, LOST_WRITE",
        "LEAKING_REPLICA, STRICT_SERIALIZABLE, INCOMPATIBLE_ORDER, STALE_READ",
    })
    void a_defect_is_found_and_named(Kind kind, ConsistencyModel violated, Anomaly inLists, Anomaly inRegisters)
            throws Exception {
        for (Model model : Model.values()) {
            int violations = 0;
            int named = 0;
            for (long seed = 0; seed < SEEDS; seed++) {
                IsolationResult result =
                        IsolationChecker.check(new SimulatedStore(kind, model, seed, 5).run(60, 6, true));
                violations += result.allows(violated) ? 0 : 1;
                named += result.counts().containsKey(model == Model.LIST_APPEND ? inLists : inRegisters) ? 1 : 0;
            }
            // The store errs by chance, and not every mistake is seen by a read.
            assertThat(named).as("%s on %s", kind, model).isPositive();
            assertThat(violations).as("%s on %s", kind, model).isGreaterThanOrEqualTo(named);
        }
    }

    /** Levels by stores by how many of their histories rule the level out, of lists and of registers. */
    @Test
    void the_recorded_table_is_what_the_checker_says_of_these_stores() throws Exception {
        List<ConsistencyModel> levels = List.of(
                ConsistencyModel.READ_UNCOMMITTED,
                ConsistencyModel.READ_COMMITTED,
                ConsistencyModel.REPEATABLE_READ,
                ConsistencyModel.SNAPSHOT,
                ConsistencyModel.SERIALIZABLE,
                ConsistencyModel.STRICT_SERIALIZABLE);
        List<String> lines = new ArrayList<>();
        lines.add("| simulated store | "
                + levels.stream().map(ConsistencyModel::title).collect(Collectors.joining(" | ")) + " |");
        lines.add("|---" + "|---:".repeat(levels.size()) + "|");
        for (Kind kind : Kind.values()) {
            int[][] ruledOut = new int[levels.size()][2];
            for (Model model : Model.values()) {
                int column = model == Model.LIST_APPEND ? 0 : 1;
                for (long seed = 0; seed < SEEDS; seed++) {
                    IsolationResult result =
                            IsolationChecker.check(new SimulatedStore(kind, model, seed, 5).run(60, 6, true));
                    for (int level = 0; level < levels.size(); level++) {
                        ruledOut[level][column] += result.allows(levels.get(level)) ? 0 : 1;
                    }
                }
            }
            lines.add("| " + kind.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " | "
                    + Arrays.stream(ruledOut)
                            .map(both -> both[0] + ", " + both[1])
                            .collect(Collectors.joining(" | "))
                    + " |");
        }
        assertThat(Files.readString(Path.of("../build/bench/results/isolation-stores.md")))
                .contains(String.join("\n", lines) + "\n");
    }
}
