package squall.cli;

import java.util.Collection;
import java.util.Optional;
import squall.spi.Nearest;

/** What somebody may have meant who typed a name that is not known: {@link Nearest}, under the name that commands use. */
public final class Suggestions {
    private Suggestions() {}

    /** See {@link Nearest#name}. */
    public static Optional<String> nearest(String found, Collection<String> known) {
        return Nearest.name(found, known);
    }

    /** See {@link Nearest#hint}. */
    public static String hint(String found, Collection<String> known) {
        return Nearest.hint(found, known);
    }
}
