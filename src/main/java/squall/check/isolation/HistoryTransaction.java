package squall.check.isolation;

import java.util.List;

/**
 * Transaction as its client saw it.
 *
 * @param beginNs before its first statement was sent, by a clock that all sessions share
 * @param endNs after its last answer came, or was no longer awaited
 * @param last whether it began after all others had ended, to read the final state
 */
public record HistoryTransaction(
        int session, long beginNs, long endNs, History.Ending ending, boolean last, List<KeyOperation> operations) {
    public HistoryTransaction {
        operations = List.copyOf(operations);
    }

    /** Operation on one key: a read or a write. */
    public sealed interface KeyOperation {
        long key();

        /** Write, which replaces a register's value or appends to a list. */
        record Write(long key, long value) implements KeyOperation {}

        /**
         * Read that returned these values: a list's in order, a register's one or none.
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
