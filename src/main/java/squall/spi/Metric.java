package squall.spi;

import java.util.Locale;

/** A figure of a database's own work; the same word for the same thing whichever database tells it. */
public enum Metric {
    CPU_SECONDS(Kind.COUNTER, "s", "Processor time that the server's processes have used."),
    DISK_BYTES(Kind.GAUGE, "B", "What the server's folders hold, its log of writes included."),
    CONNECTIONS(Kind.GAUGE, "", "Connections of clients."),
    QUERIES(Kind.COUNTER, "", "Statements that the server has executed."),
    QUERY_SECONDS(Kind.COUNTER, "s", "Time that the server has spent on statements."),
    QUERY_BUCKET(Kind.COUNTER, "", "Statements that the server executed within the bound."),
    COMMITS(Kind.COUNTER, "", "Transactions that the server has committed."),
    ROLLBACKS(Kind.COUNTER, "", "Transactions that the server has rolled back."),
    DEADLOCKS(Kind.COUNTER, "", "Deadlocks that the server has broken."),
    LOCK_WAITS(Kind.GAUGE, "", "Sessions that wait for a lock."),
    ROWS_READ(Kind.COUNTER, "", "Rows that statements have fetched."),
    ROWS_WRITTEN(Kind.COUNTER, "", "Rows that statements have inserted, updated or deleted."),
    CACHE_HITS(Kind.COUNTER, "", "Blocks that were found in the server's own cache."),
    CACHE_MISSES(Kind.COUNTER, "", "Blocks that had to be asked of the operating system."),
    TEMPORARY_BYTES(Kind.COUNTER, "B", "What statements wrote into temporary files."),
    LOG_BYTES(Kind.COUNTER, "B", "What went into the server's log of writes."),
    CHECKPOINTS(Kind.COUNTER, "", "Checkpoints that the server has begun."),
    CHECKPOINT_SECONDS(Kind.COUNTER, "s", "Time that checkpoints spent on writing and syncing."),
    REPLICATION_LAG_BYTES(Kind.GAUGE, "B", "How far the replica is behind that is furthest behind."),
    UNDER_REPLICATED(Kind.GAUGE, "", "Ranges or tablets with fewer replicas than wanted."),
    RANGES(Kind.GAUGE, "", "Replicas of ranges that the node holds."),
    TABLETS(Kind.GAUGE, "", "Replicas of tablets that the node holds."),
    TOKEN_SHARE(Kind.GAUGE, "", "Share of its data centre's token ring that the node is the first to hold, of 1."),
    TASKS_PENDING(Kind.GAUGE, "", "Reads and writes that wait for a thread of the server."),
    SSTABLES(Kind.GAUGE, "", "Sorted files that hold live data."),
    COMPACTIONS(Kind.COUNTER, "", "Compactions that the server has completed."),
    COMPACTED_BYTES(Kind.COUNTER, "B", "What compactions have written or gone through."),
    COMPACTIONS_PENDING(Kind.GAUGE, "", "Compactions that wait."),
    READ_AMPLIFICATION(
            Kind.GAUGE, "", "Sorted files that a read looks into, on average or at most, as the server tells.");

    /** How a figure behaves. */
    public enum Kind {
        /** Only grows, from whenever the server began to count; what matters is its growth. */
        COUNTER,
        /** A state at one moment. */
        GAUGE
    }

    private final Kind kind;
    private final String unit;
    private final String about;

    Metric(Kind kind, String unit, String about) {
        this.kind = kind;
        this.unit = unit;
        this.about = about;
    }

    /** As files and messages name it: {@code cpu_seconds}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public Kind kind() {
        return kind;
    }

    /** {@code s}, {@code B}, or empty for plain numbers. */
    public String unit() {
        return unit;
    }

    /** One sentence. */
    public String about() {
        return about;
    }
}
