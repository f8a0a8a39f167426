package squall.check.isolation;

/** Exception for a history that cannot have happened, so that no conclusion is possible. */
public final class InvalidHistoryException extends Exception {
    private static final long serialVersionUID = 1;

    /** Transaction at fault, numbered from 0 in the order of the history. */
    private final int transaction;

    InvalidHistoryException(int transaction, String message) {
        super(message);
        this.transaction = transaction;
    }

    public int transaction() {
        return transaction;
    }
}
