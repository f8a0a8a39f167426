package squall.check.isolation;

/** A history that cannot have happened, so that nothing can be concluded from it. */
public final class InvalidHistoryException extends Exception {
    private static final long serialVersionUID = 1;

    /** The transaction at fault, numbered from 0 in the order of the history. */
    private final int transaction;

    InvalidHistoryException(int transaction, String message) {
        super(message);
        this.transaction = transaction;
    }

    public int transaction() {
        return transaction;
    }
}
