package squall.apps.paper;

import java.util.List;

/** The experiments of the paper, in its order, in which each finds the rows that it needs. */
enum PaperExperiment {
    PURE_INSERTS("wp-pure-inserts", "pure inserts"),
    PURE_QUERIES("wp-pure-queries", "pure queries"),
    UPDATES_QUERIES("wp-updates-queries", "updates and queries"),
    INDEX_INSERTS("wp-index-inserts", "index inserts"),
    INDEX_READS("wp-index-reads", "index reads"),
    DISTRIBUTED_TXN("wp-distributed-txn", "transactions");

    private final String stem;
    private final String published;

    PaperExperiment(String stem, String published) {
        this.stem = stem;
        this.published = published;
    }

    /** The name of its file without the API. */
    String stem() {
        return stem;
    }

    /** As the published tables name it. */
    String published() {
        return published;
    }

    /** What users type, and what its file is called. */
    String name(PaperApi api) {
        return stem + "-" + api.label();
    }

    static PaperExperiment ofPublished(String name) {
        return List.of(values()).stream()
                .filter(experiment -> experiment.published.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no experiment of the paper: " + name));
    }

    /** The two operations that the paper gives figures of. */
    enum PaperOperation {
        WRITE("write", "Write", "num_threads_write"),
        READ("read", "Read", "num_threads_read");

        private final String published;
        private final String measured;
        private final String threadsOption;

        PaperOperation(String published, String measured, String threadsOption) {
            this.published = published;
            this.measured = measured;
            this.threadsOption = threadsOption;
        }

        String plural() {
            return published + "s";
        }

        /** The name of the operation in a run's results. */
        String measured() {
            return measured;
        }

        String threadsOption() {
            return threadsOption;
        }

        static PaperOperation ofPublished(String name) {
            return List.of(values()).stream()
                    .filter(kind -> kind.published.equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no operation of the paper: " + name));
        }
    }
}
