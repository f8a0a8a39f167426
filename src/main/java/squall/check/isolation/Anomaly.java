package squall.check.isolation;

import java.util.EnumSet;
import java.util.Set;

/** Anomaly that a history may show and isolation levels proscribe, with the weakest levels that it rules out. */
@SuppressWarnings("ImmutableEnumChecker") // its sets are made by Set.copyOf
public enum Anomaly {
    UNWRITTEN_VALUE(
            "unwritten value", "a read returned a value that no transaction wrote", ConsistencyModel.READ_UNCOMMITTED),
    DUPLICATE_VALUE("duplicate value", "one append is in a list twice", ConsistencyModel.READ_UNCOMMITTED),
    /** Lost write: not an isolation anomaly but a loss of durability; it rules out every level. */
    LOST_WRITE(
            "lost write",
            "an acknowledged write is absent from a read made after the run ended",
            ConsistencyModel.READ_UNCOMMITTED),
    DIRTY_WRITE(
            "dirty write (G0)",
            "transactions overwrote each other's writes in a circle",
            ConsistencyModel.READ_UNCOMMITTED),
    ABORTED_READ(
            "aborted read (G1a)", "a committed transaction read what was rolled back", ConsistencyModel.READ_COMMITTED),
    INTERMEDIATE_READ(
            "intermediate read (G1b)",
            "a transaction read a value that its writer had not finished with",
            ConsistencyModel.READ_COMMITTED),
    CIRCULAR_INFORMATION_FLOW(
            "circular information flow (G1c)",
            "transactions saw each other's writes in a circle",
            ConsistencyModel.READ_COMMITTED),
    INCOMPATIBLE_ORDER(
            "incompatible order",
            "reads of a list contradict each other, or the order in which one transaction appended to it",
            ConsistencyModel.READ_COMMITTED),
    INTERNAL(
            "non-repeatable read (internal)",
            "a transaction did not see its own writes, or read one key twice and saw different values",
            ConsistencyModel.REPEATABLE_READ,
            ConsistencyModel.SNAPSHOT),
    LOST_UPDATE(
            "lost update",
            "two transactions read one version of a key and both replaced it",
            ConsistencyModel.REPEATABLE_READ,
            ConsistencyModel.SNAPSHOT),
    READ_SKEW(
            "read skew (G-single)",
            "a transaction saw a part of another one's writes, or of what came after them",
            ConsistencyModel.REPEATABLE_READ,
            ConsistencyModel.SNAPSHOT),
    NON_ADJACENT(
            "long fork (G-nonadjacent)",
            "a cycle in which no two anti-dependencies follow each other",
            ConsistencyModel.REPEATABLE_READ,
            ConsistencyModel.SNAPSHOT),
    PREDICATE_READ_SKEW(
            "phantom (G-single)",
            "a predicate missed a row of a transaction whose other writes were seen",
            ConsistencyModel.SNAPSHOT),
    WRITE_SKEW(
            "write skew (G2-item)",
            "transactions each overwrote what another one had read",
            ConsistencyModel.REPEATABLE_READ),
    PREDICATE_WRITE_SKEW(
            "phantom (G2)",
            "transactions each wrote a row that the other one's predicate missed",
            ConsistencyModel.SERIALIZABLE),
    SESSION_ORDER(
            "session order violated",
            "a transaction did not see what its own session had seen or written before",
            ConsistencyModel.STRONG_SESSION_SNAPSHOT),
    SESSION_SKEW(
            "session order violated by a write skew",
            "no serial order keeps the order of every session",
            ConsistencyModel.STRONG_SESSION_SERIALIZABLE),
    STALE_READ(
            "stale read",
            "a transaction did not see what was acknowledged before it began",
            ConsistencyModel.STRONG_SNAPSHOT),
    REAL_TIME_ORDER(
            "real-time order violated",
            "a transaction took effect before one that was acknowledged before it began",
            ConsistencyModel.STRONG_SNAPSHOT),
    REAL_TIME_SKEW(
            "real-time order violated by a write skew",
            "no serial order keeps real time",
            ConsistencyModel.STRICT_SERIALIZABLE);

    private final String title;
    private final String meaning;
    private final Set<ConsistencyModel> ruledOut;

    Anomaly(String title, String meaning, ConsistencyModel... weakest) {
        this.title = title;
        this.meaning = meaning;
        EnumSet<ConsistencyModel> all = EnumSet.noneOf(ConsistencyModel.class);
        for (ConsistencyModel level : ConsistencyModel.values()) {
            for (ConsistencyModel weak : weakest) {
                if (level.isAtLeast(weak)) {
                    all.add(level);
                }
            }
        }
        this.ruledOut = Set.copyOf(all);
    }

    /** Returns the common name, with the letter that Adya or Elle give it. */
    public String title() {
        return title;
    }

    /** Describes the anomaly in one sentence, for a reader who does not know the name. */
    public String meaning() {
        return meaning;
    }

    /** Returns whether it is found by a search for cycles, which may be cut short, so that there may be more than were counted. */
    boolean isFoundBySearch() {
        return switch (this) {
            case READ_SKEW, NON_ADJACENT, PREDICATE_READ_SKEW, WRITE_SKEW, PREDICATE_WRITE_SKEW -> true;
            case UNWRITTEN_VALUE,
                    DUPLICATE_VALUE,
                    LOST_WRITE,
                    DIRTY_WRITE,
                    ABORTED_READ,
                    INTERMEDIATE_READ,
                    CIRCULAR_INFORMATION_FLOW,
                    INCOMPATIBLE_ORDER,
                    INTERNAL,
                    LOST_UPDATE,
                    SESSION_ORDER,
                    SESSION_SKEW,
                    STALE_READ,
                    REAL_TIME_ORDER,
                    REAL_TIME_SKEW -> false;
        };
    }

    /** Returns every level that a history with this anomaly does not have. */
    public Set<ConsistencyModel> ruledOut() {
        return ruledOut;
    }
}
