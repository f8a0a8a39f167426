package squall.spi;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The known name that is closest to an unknown one. */
public final class NearestName {
    private NearestName() {}

    /**
     * The known name nearest to what was found, if one is near: at most one edit (insert, delete, replace, swap neighbours) for each
     * three letters, and at least one. Upper and lower case are alike. Equal distances are decided by the alphabet.
     */
    public static Optional<String> name(String found, Collection<String> known) {
        int near = Math.max(1, found.length() / 3);
        return known.stream()
                .filter(name -> edits(lower(found), lower(name)) <= near)
                .min(Comparator.<String>comparingInt(name -> edits(lower(found), lower(name)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** The half sentence that names the nearest known name, or nothing: for the end of an error message. */
    public static String hint(String found, Collection<String> known) {
        return name(found, known).map(name -> "; did you mean '" + name + "'?").orElse("");
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Optimal string alignment distance, three rows of the table at a time. */
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
