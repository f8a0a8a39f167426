package squall.run;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Place;

/**
 * When a turn is given up because it could not be sent in time, and what it then counts as.
 *
 * @param afterNs since its due time; {@link Long#MAX_VALUE}: never
 * @param outcome of every such turn
 * @param unsent stands for those whose operation only performing them would have told
 */
record Lateness(long afterNs, Outcome outcome, Operation unsent) {
    /** The name of {@link #unsent} in results. */
    static final String UNSENT = "UNSENT";

    static Lateness of(Plan plan, Load load) {
        Operation unsent = new Operation(load.operations().size(), UNSENT, false);
        Duration after = plan.lateAfter().orElse(Duration.ofNanos(Long.MAX_VALUE));
        String message = "not sent within " + after.toMillis() + " ms of its due time";
        return new Lateness(
                after.toNanos(), new Outcome.Refused(new ErrorCode(ErrorKind.LATE, "late"), message), unsent);
    }

    /** What the turn at this place would have been. */
    Operation operation(Load load, Place place) {
        @Nullable Operation planned = load.planned(place);
        return planned == null ? unsent : planned;
    }
}
