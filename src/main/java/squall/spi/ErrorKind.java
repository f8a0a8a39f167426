package squall.spi;

/** The classes of errors that a report distinguishes. */
public enum ErrorKind {
    /** A serialization failure that was retried up to its bound (SQLSTATE 40001). */
    SERIALIZATION("serialization"),
    /** A deadlock that was retried up to its bound (SQLSTATE 40P01). */
    DEADLOCK("deadlock"),
    /** No connection could be had, or it broke (class 08, 57P01 to 57P03). */
    CONNECTION("connection"),
    /** A statement, socket or lock timeout. */
    TIMEOUT("timeout"),
    /** A constraint refused the data (class 23). */
    CONSTRAINT("constraint"),
    /** The server had no room: too many connections, out of memory or disk (class 53). */
    OVERLOAD("overload"),
    /** The row was not as the load expects: missing where it must exist, or with other content. */
    DATA("data"),
    /** Given up because it could not be sent in time (DESIGN 3.2). */
    LATE("late"),
    /** Due, but not finished when the run ended. */
    UNFINISHED("unfinished"),
    /** Anything else. */
    OTHER("other");

    private final String label;

    ErrorKind(String label) {
        this.label = label;
    }

    /** The word used in result files. */
    public String label() {
        return label;
    }
}
