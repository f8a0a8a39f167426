package squall.report.table;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What the white paper of 2019 did with keys and values; a run of a sample application is one of these by its readers and writers. */
enum Experiment {
    PURE_INSERTS,
    PURE_QUERIES,
    UPDATES_AND_QUERIES,
    INDEX_INSERTS,
    INDEX_READS,
    TRANSACTIONS;

    private static final String INSERTS = "SqlInserts";
    private static final String UPDATES = "SqlUpdates";
    private static final Set<String> PLAIN = Set.of(INSERTS, UPDATES, "CassandraKeyValue");
    private static final Set<String> INDEXED = Set.of("SqlSecondaryIndex", "CassandraSecondaryIndex");
    private static final Set<String> TRANSACTIONAL = Set.of("SqlSnapshotTxns", "CassandraTransactionalKeyValue");

    /** As the paper names it. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Empty if the paper has no such one. */
    static Optional<Experiment> of(String workload, long readers, long writers) {
        if (readers > 0 && writers > 0) {
            return PLAIN.contains(workload) && !workload.equals(INSERTS)
                    ? Optional.of(UPDATES_AND_QUERIES)
                    : Optional.empty();
        }
        return readers > 0 ? reading(workload) : writing(workload);
    }

    private static Optional<Experiment> reading(String workload) {
        if (PLAIN.contains(workload)) {
            return Optional.of(PURE_QUERIES);
        }
        return INDEXED.contains(workload) ? Optional.of(INDEX_READS) : Optional.empty();
    }

    private static Optional<Experiment> writing(String workload) {
        if (PLAIN.contains(workload) && !workload.equals(UPDATES)) {
            return Optional.of(PURE_INSERTS);
        }
        if (INDEXED.contains(workload)) {
            return Optional.of(INDEX_INSERTS);
        }
        return TRANSACTIONAL.contains(workload) ? Optional.of(TRANSACTIONS) : Optional.empty();
    }
}
