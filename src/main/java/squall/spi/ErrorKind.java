package squall.spi;

/** Class of errors that a report distinguishes. */
public enum ErrorKind {
    /** Serialization failure that was retried up to its bound (SQLSTATE 40001). */
    SERIALIZATION("serialization"),
    /** Deadlock that was retried up to its bound (SQLSTATE 40P01). */
    DEADLOCK("deadlock"),
    /** Connection that could not be opened, or broke (class 08, 57P01 to 57P03). */
    CONNECTION("connection"),
    /** Statement, socket or lock timeout. */
    TIMEOUT("timeout"),
    /** Constraint that refused the data (class 23). */
    CONSTRAINT("constraint"),
    /** Server without room: too many connections, out of memory or disk (class 53). */
    OVERLOAD("overload"),
    /** Row that was missing or had other content than the load expects. */
    DATA("data"),
    /** Data that the server found to be corrupt (XX001, XX002). */
    CORRUPTION("corruption"),
    /** Operation that was given up because it could not be sent in time. */
    LATE("late"),
    /** Request that the client itself gave up or did not send: its policy, not the database, ended it. */
    CLIENT("client"),
    /** Operation that was due, but not finished when the run ended. */
    UNFINISHED("unfinished"),
    /** Any other error. */
    OTHER("other");

    private final String label;

    ErrorKind(String label) {
        this.label = label;
    }

    /** Returns the word that result files use. */
    public String label() {
        return label;
    }
}
