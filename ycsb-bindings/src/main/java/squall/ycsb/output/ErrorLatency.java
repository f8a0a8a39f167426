package squall.ycsb.output;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which failures get a group of their own, {@code OP-STATUS} instead of {@code OP-FAILED}.
 *
 * @param each all of them ({@code reportlatencyforeacherror})
 * @param tracked otherwise those with these codes ({@code latencytrackederrors})
 */
record ErrorLatency(boolean each, Set<String> tracked) {
    ErrorLatency {
        tracked = Set.copyOf(tracked);
    }

    static ErrorLatency of(boolean each, String tracked) {
        return new ErrorLatency(
                each,
                Arrays.stream(tracked.split(",", -1))
                        .filter(code -> !code.isEmpty())
                        .collect(Collectors.toSet()));
    }

    /** Whether any failure may get a group of its own. */
    boolean wanted() {
        return each || !tracked.isEmpty();
    }

    boolean apart(String code) {
        return each || tracked.contains(code);
    }
}
