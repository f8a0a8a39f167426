package squall.check.isolation;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Transaction that an {@link OnlineIsolationCheck} keeps, with what became known of it. Used by one thread. */
final class KeptTransaction {
    static final int NONE = -1;

    final VersionedTransaction transaction;
    final int number;
    // Whether the watermark has passed its end; whether it is no longer kept.
    boolean checked;
    boolean gone;
    private boolean @Nullable [] leftOut;
    // The last to end of those whose writes it read before they were checked.
    private @Nullable KeptTransaction awaited;
    // Its index in the history that is being checked.
    int node = NONE;

    KeptTransaction(VersionedTransaction transaction, int number) {
        this.transaction = transaction;
        this.number = number;
    }

    void await(KeptTransaction writer) {
        if (!writer.checked && (awaited == null || awaited.transaction.endNs() < writer.transaction.endNs())) {
            awaited = writer;
        }
    }

    /** Returns whether it read what a transaction wrote that is not checked yet. */
    boolean isWaiting() {
        return awaited != null && !awaited.checked && !awaited.gone;
    }

    void leaveOut(int operation) {
        boolean[] left = leftOut == null ? new boolean[transaction.operations()] : leftOut;
        left[operation] = true;
        leftOut = left;
    }

    boolean isLeftOut(int operation) {
        return leftOut != null && leftOut[operation];
    }

    /** Returns the version that the transaction read of the key before it wrote it; empty if it did not. */
    Optional<Long> replaced(int write) {
        int first = transaction.firstOn(write);
        return transaction.isWrite(first) || isLeftOut(first)
                ? Optional.empty()
                : Optional.of(transaction.version(first));
    }

    String name() {
        return "T" + number + (transaction.session() < 0 ? "" : " (session " + transaction.session() + ")");
    }
}
