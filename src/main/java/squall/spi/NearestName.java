package squall.spi;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Search for the known name that is closest to an unknown one. */
public final class NearestName {
    private static final int MOST = 8;

    private NearestName() {}

    /**
     * Finds the known name nearest to another one, if it is near: at most one edit (insert, delete, replace, swap neighbours) for each three
     * letters, and at least one. Upper and lower case are equal. Of names at the same distance the first by the alphabet is chosen.
     */
    public static Optional<String> name(String found, Collection<String> known) {
        int near = Math.max(1, found.length() / 3);
        return known.stream()
                .filter(name -> edits(lower(found), lower(name)) <= near)
                .min(Comparator.<String>comparingInt(name -> edits(lower(found), lower(name)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Returns the end of an error message that suggests the nearest known name, or an empty text. */
    public static String hint(String found, Collection<String> known) {
        return name(found, known).map(name -> "; did you mean '" + name + "'?").orElse("");
    }

    /** Returns the nearest name for the end of an error message, or the first names if none is near. */
    public static String choice(String found, Collection<String> known) {
        String near = hint(found, known);
        List<String> first = known.stream().limit(MOST).toList();
        int more = known.size() - first.size();
        return near.isEmpty()
                ? " (known: " + String.join(", ", first) + (more == 0 ? ")" : " and " + more + " more)")
                : near;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Computes the optimal string alignment distance, three rows of the table at a time. */
    private static int edits(String from, String to) {
        int[] before = new int[to.length() + 1];
        int[] above = new int[to.length() + 1];
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, Math.min(above[j], row[j - 1]) + 1);
                if (swapped(from, i, to, j)) {
                    row[j] = Math.min(row[j], before[j - 2] + 1);
                }
            }
            int[] free = before;
            before = above;
            above = row;
            row = free;
        }
        return above[to.length()];
    }

    private static boolean swapped(String from, int i, String to, int j) {
        return i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
    }
}
