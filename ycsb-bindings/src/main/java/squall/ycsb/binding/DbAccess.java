package squall.ycsb.binding;

import java.util.Set;
import site.ycsb.Status;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

/** Effect of a call of the YCSB interface on the data, which decides what is known once it has failed. */
public enum DbAccess {
    /** Leaves the data as it is: a failure has done nothing. */
    READ,
    /** Changes the data: the outcome of a failure is unknown, unless the status says that nothing was changed. */
    WRITE;

    /** Statuses that a database answers after it has looked, and before it has changed anything. */
    private static final Set<String> DEFINITE = Set.of(
            Status.NOT_FOUND.getName(),
            Status.NOT_IMPLEMENTED.getName(),
            Status.BAD_REQUEST.getName(),
            Status.FORBIDDEN.getName(),
            Status.UNEXPECTED_STATE.getName());

    /** Returns the outcome behind any status; exactly the database's answer if it is one of Squall's own. */
    public Outcome outcome(Status status) {
        if (status instanceof OutcomeStatus carrier) {
            return carrier.outcome();
        }
        if (status.isOk()) {
            return Outcome.OK;
        }
        if (this == READ && status.equals(Status.NOT_FOUND)) {
            return Outcome.NOT_FOUND;
        }
        ErrorCode error = new ErrorCode(ErrorKind.OTHER, status.getName());
        return DEFINITE.contains(status.getName())
                ? new Outcome.Refused(error, status.getDescription())
                : failed(error, status.getDescription());
    }

    /** Returns the outcome of a call that failed without telling whether it was carried out. */
    public Outcome failed(ErrorCode error, String message) {
        return switch (this) {
            case READ -> new Outcome.Refused(error, message);
            case WRITE -> new Outcome.Unknown(error, message);
        };
    }
}
