package squall.check.isolation;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Isolation level as Adya defines it ("Weak Consistency", 1999), with the variants that also respect the order of a session or of real
 * time. A stronger level proscribes all that a weaker one proscribes; {@link #REPEATABLE_READ} and {@link #SNAPSHOT} are not comparable.
 */
@SuppressWarnings("ImmutableEnumChecker") // its lists are made by List.of
public enum ConsistencyModel {
    READ_UNCOMMITTED("read uncommitted"),
    READ_COMMITTED("read committed", READ_UNCOMMITTED),
    /** Adya's PL-2.99. PostgreSQL's repeatable read is {@link #SNAPSHOT}. */
    REPEATABLE_READ("repeatable read", READ_COMMITTED),
    SNAPSHOT("snapshot isolation", READ_COMMITTED),
    /** Snapshot isolation in which a transaction sees at least what its session has seen and written before. */
    STRONG_SESSION_SNAPSHOT("strong session snapshot isolation", SNAPSHOT),
    /** Snapshot isolation in which a transaction sees at least what was acknowledged before it began. */
    STRONG_SNAPSHOT("strong snapshot isolation", STRONG_SESSION_SNAPSHOT),
    SERIALIZABLE("serializable", REPEATABLE_READ, SNAPSHOT),
    STRONG_SESSION_SERIALIZABLE("strong session serializable", SERIALIZABLE, STRONG_SESSION_SNAPSHOT),
    STRICT_SERIALIZABLE("strict serializable", STRONG_SESSION_SERIALIZABLE, STRONG_SNAPSHOT);

    private final String title;
    private final List<ConsistencyModel> weaker;

    ConsistencyModel(String title, ConsistencyModel... weaker) {
        this.title = title;
        this.weaker = List.of(weaker);
    }

    /** Returns the name as printed and as typed: {@code read committed}. */
    public String title() {
        return title;
    }

    /** Returns the level of that title; hyphens and underscores count as spaces. @throws IllegalArgumentException if there is none */
    public static ConsistencyModel of(String title) {
        String plain = title.strip().toLowerCase(Locale.ROOT).replace('-', ' ').replace('_', ' ');
        for (ConsistencyModel level : values()) {
            if (level.title.equals(plain) || level.title.equals(plain + " isolation")) {
                return level;
            }
        }
        throw new IllegalArgumentException("'" + title + "' is not an isolation level: use one of "
                + String.join(
                        ", ",
                        List.of(values()).stream().map(ConsistencyModel::title).toList()));
    }

    /** Returns whether every anomaly that rules out the other level rules out this one too. */
    public boolean isAtLeast(ConsistencyModel other) {
        return this == other || weaker.stream().anyMatch(next -> next.isAtLeast(other));
    }

    /** Returns those of {@code levels} than which no other of them is stronger. */
    static Set<ConsistencyModel> strongest(Collection<ConsistencyModel> levels) {
        EnumSet<ConsistencyModel> strongest = EnumSet.noneOf(ConsistencyModel.class);
        for (ConsistencyModel level : levels) {
            if (levels.stream().noneMatch(other -> other != level && other.isAtLeast(level))) {
                strongest.add(level);
            }
        }
        return strongest;
    }
}
