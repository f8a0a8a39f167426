package squall.report.model;

import java.util.List;
import java.util.OptionalInt;

/**
 * How the run is judged as a whole.
 *
 * @param headline why, in a few words
 * @param exitCode of the command; empty while it runs and if it was killed
 * @param reasons each why that is not 0, the one that decides first
 */
public record Verdict(Status status, String headline, OptionalInt exitCode, List<String> reasons) {
    public Verdict {
        reasons = List.copyOf(reasons);
    }
}
