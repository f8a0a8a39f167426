package squall.run;

import java.time.Duration;

/** When a run ends before its time ({@code --abort-on}). */
public sealed interface StopRule {
    /** Nothing was acknowledged for this long, although something was due. */
    record NoSuccess(Duration length) implements StopRule {}

    /** More than this share of the operations completed in the last ten seconds failed. */
    record ErrorShare(double share) implements StopRule {
        public ErrorShare {
            if (!(share >= 0 && share < 1)) {
                throw new IllegalArgumentException("share must be in [0, 1): " + share);
            }
        }
    }

    /** This many operations failed. */
    record Errors(long count) implements StopRule {}
}
