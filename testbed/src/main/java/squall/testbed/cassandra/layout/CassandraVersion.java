package squall.testbed.cassandra.layout;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Version of Cassandra, and what follows from it for its nodes. @param number as Maven Central names it */
public record CassandraVersion(String number) {
    /** Form of a version; its first group is the line. */
    public static final Pattern FORM = Pattern.compile("(\\d+\\.\\d+)(?:\\.\\d+|(?:\\.\\d+)?-(?:alpha|beta|rc)\\d+)");

    private static final int FIRST_WITH_ACCORD = 6;

    /** Returns whether nodes of this version keep their metadata in a log and can run Accord's transactions. */
    public boolean accord() {
        return Integer.parseInt(number.replaceFirst("\\..*", "")) >= FIRST_WITH_ACCORD;
    }

    /** Returns the version as reports print it, which say so if it is not a release. */
    public String text() {
        return number.contains("-") ? number + " (experimental)" : number;
    }

    /** Returns the major versions of Java on which its nodes run; later ones have no security manager, without which none of them starts. */
    Set<Integer> jdks() {
        return accord() ? Set.of(17) : Set.of(11, 17);
    }

    /** Describes the required JDK for messages, the preferred one first. */
    String jdk() {
        return new TreeSet<>(jdks())
                .descendingSet().stream().map(String::valueOf).collect(Collectors.joining(" or ", "a JDK ", ""));
    }

    @Override
    public String toString() {
        return number;
    }
}
