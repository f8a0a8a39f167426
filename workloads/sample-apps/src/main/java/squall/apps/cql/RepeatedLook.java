package squall.apps.cql;

import java.io.IOException;
import java.util.function.Predicate;

/** Repetition of a look at tables that are read one after the other: a transaction of unknown outcome may be applied in between. */
final class RepeatedLook {
    private static final int MOST = 5;

    private RepeatedLook() {}

    /** Examination of all tables. @param <T> what is seen, compared by value */
    interface Look<T> {
        T at() throws IOException, InterruptedException;
    }

    /**
     * Looks until what is seen is sound, or the same twice.
     *
     * @throws IOException also if the tables change each time
     */
    static <T> T settled(Look<T> look, Predicate<T> sound) throws IOException, InterruptedException {
        T seen = look.at();
        for (int looks = 1; !sound.test(seen); looks++) {
            if (looks == MOST) {
                throw new IOException("the tables still changed at look " + MOST);
            }
            T before = seen;
            seen = look.at();
            if (seen.equals(before)) {
                return seen;
            }
        }
        return seen;
    }
}
