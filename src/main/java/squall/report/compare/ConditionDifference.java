package squall.report.compare;

import java.util.List;

/**
 * A condition in which runs differ.
 *
 * @param here its values on the first side, each once
 * @param there on the second
 * @param allowed whether the user said that it may differ
 */
record ConditionDifference(String key, List<String> here, List<String> there, boolean allowed) {
    /** Longer values are shown by their beginnings. */
    private static final int LONGEST = 60;

    ConditionDifference {
        here = List.copyOf(here);
        there = List.copyOf(there);
    }

    /** Whether even the runs of one side differ in it. */
    boolean withinOneSide() {
        return here.size() > 1 || there.size() > 1;
    }

    /** Whether the sides cannot be compared because of it. */
    boolean forbids() {
        return !allowed
                && switch (RunConditions.weight(key)) {
                    case DECIDES -> true;
                    case COMPARED -> withinOneSide();
                    case WARNED -> false;
                };
    }

    /** Where both sides are the same runs. */
    String values() {
        return key + ": " + shown(here);
    }

    String text() {
        return key + ": " + shown(here) + " / " + shown(there);
    }

    static String shown(List<String> values) {
        return String.join(", ", values.stream().map(ConditionDifference::shown).toList());
    }

    private static String shown(String value) {
        String line = value.replaceAll("\\s+", " ");
        return line.isEmpty() ? "nothing" : line.length() <= LONGEST ? line : line.substring(0, LONGEST - 3) + "...";
    }
}
