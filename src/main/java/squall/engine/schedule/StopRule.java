package squall.engine.schedule;

import java.math.BigDecimal;
import java.time.Duration;
import squall.spi.Durations;

/** Stop rule: a condition that ends a run early; its text is that of {@code --abort-on}. */
public sealed interface StopRule {
    /** Rule for a time without success: no operation was acknowledged for this long, although some were due. */
    record NoSuccess(Duration length) implements StopRule {
        public NoSuccess {
            if (!length.isPositive()) {
                throw new IllegalArgumentException("length must be above 0: " + length);
            }
        }

        @Override
        public String toString() {
            return "no-success:" + Durations.text(Duration.ofMillis(length.toMillis()));
        }
    }

    /**
     * Rule for a share of errors: more than this share of the operations completed in the last ten seconds failed; holds from the tenth
     * second on.
     */
    record ErrorShare(double share) implements StopRule {
        public ErrorShare {
            if (!(share >= 0 && share < 1)) {
                throw new IllegalArgumentException("share must be in [0, 1): " + share);
            }
        }

        @Override
        public String toString() {
            return "error-share:" + new BigDecimal(Double.toString(share)).toPlainString();
        }
    }

    /** Rule for a number of failed operations. */
    record Errors(long count) implements StopRule {
        public Errors {
            if (count < 1) {
                throw new IllegalArgumentException("count must be at least 1: " + count);
            }
        }

        @Override
        public String toString() {
            return "errors:" + count;
        }
    }
}
