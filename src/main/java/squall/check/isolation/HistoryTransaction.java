package squall.check.isolation;

import java.util.List;

/**
 * One transaction as its client saw it.
 *
 * @param beginNs before its first statement was sent, by a clock that all sessions share
 * @param endNs after its last answer came, or was given up
 * @param last whether it began after all others had ended, to see what is left
 */
public record HistoryTransaction(
        int session, long beginNs, long endNs, History.Ending ending, boolean last, List<KeyOperation> operations) {
    public HistoryTransaction {
        operations = List.copyOf(operations);
    }

    /** A read or a write of one key, in the order they were done. */
    public sealed interface KeyOperation {
        long key();

        /** Replaces a register's value, or appends to a list. */
        record Write(long key, long value) implements KeyOperation {}

        /**
         * Returned these values: a list's in order, a register's one or none.
         *
         * @param predicate whether the key was found by a predicate, not by its name
         */
        record Read(long key, List<Long> values, boolean predicate) implements KeyOperation {
            public Read {
                values = List.copyOf(values);
            }
        }
    }

    void addTo(History.Builder history) throws InvalidHistoryException {
        history.begin(session, beginNs);
        if (last) {
            history.last();
        }
        for (KeyOperation operation : operations) {
            switch (operation) {
                case KeyOperation.Write write -> history.write(write.key(), write.value());
                case KeyOperation.Read read -> {
                    long[] values =
                            read.values().stream().mapToLong(Long::longValue).toArray();
                    if (read.predicate()) {
                        history.readByPredicate(read.key(), values);
                    } else {
                        history.read(read.key(), values);
                    }
                }
            }
        }
        history.end(endNs, ending);
    }
}
