package squall.spi;

import java.util.Locale;

/** A figure of a database's own work; the same word for the same thing whichever database tells it. */
public enum ServerMetric {
    CPU_SECONDS(Kind.COUNTER, "s", "Processor time that the server's processes have used."),
    DISK_BYTES(Kind.GAUGE, "B", "Size of the server's folders, including its write-ahead log."),
    CONNECTIONS(Kind.GAUGE, "", "Client connections."),
    QUERIES(Kind.COUNTER, "", "Statements that the server has executed."),
    QUERY_SECONDS(Kind.COUNTER, "s", "Time that the server has spent on statements."),
    QUERY_BUCKET(Kind.COUNTER, "", "Statements that the server executed within the bound."),
    COMMITS(Kind.COUNTER, "", "Transactions that the server has committed."),
    ROLLBACKS(Kind.COUNTER, "", "Transactions that the server has rolled back."),
    DEADLOCKS(Kind.COUNTER, "", "Deadlocks that the server has broken."),
    LOCK_WAITS(Kind.GAUGE, "", "Sessions waiting for a lock."),
    ROWS_READ(Kind.COUNTER, "", "Rows that statements have fetched."),
    ROWS_WRITTEN(Kind.COUNTER, "", "Rows that statements have inserted, updated or deleted."),
    CACHE_HITS(Kind.COUNTER, "", "Blocks found in the server's own cache."),
    CACHE_MISSES(Kind.COUNTER, "", "Blocks requested from the operating system."),
    TEMPORARY_BYTES(Kind.COUNTER, "B", "Bytes that statements wrote to temporary files."),
    LOG_BYTES(Kind.COUNTER, "B", "Bytes written to the server's write-ahead log."),
    CHECKPOINTS(Kind.COUNTER, "", "Checkpoints that the server has started."),
    CHECKPOINT_SECONDS(Kind.COUNTER, "s", "Time that checkpoints spent on writing and syncing."),
    REPLICATION_LAG_BYTES(Kind.GAUGE, "B", "Lag of the replica that is furthest behind."),
    UNDER_REPLICATED(Kind.GAUGE, "", "Ranges or tablets with fewer replicas than wanted."),
    RANGES(Kind.GAUGE, "", "Replicas of ranges that the node holds."),
    TABLETS(Kind.GAUGE, "", "Replicas of tablets that the node holds."),
    TOKEN_SHARE(Kind.GAUGE, "", "Share of its data centre's token ring that the node is the first to hold, of 1."),
    TASKS_PENDING(Kind.GAUGE, "", "Reads and writes waiting for a thread of the server."),
    SSTABLES(Kind.GAUGE, "", "Sorted files that hold live data."),
    COMPACTIONS(Kind.COUNTER, "", "Compactions that the server has completed."),
    COMPACTED_BYTES(Kind.COUNTER, "B", "Bytes that compactions have written or processed."),
    COMPACTIONS_PENDING(Kind.GAUGE, "", "Pending compactions."),
    FOLDER_BYTES(Kind.GAUGE, "B", "Size of one of the folders that a server spreads its tables over, as over disks."),
    FOLDER_SSTABLES(Kind.GAUGE, "", "Sorted files in one of these folders."),
    THROTTLED(Kind.COUNTER, "", "Writes that the server held back because it could not keep up with them."),
    READ_AMPLIFICATION(
            Kind.GAUGE, "", "Sorted files that a read accesses, on average or at most, as the server reports it.");

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

    ServerMetric(Kind kind, String unit, String about) {
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

    /** Whether it is of a folder, whose name follows that of the node after a blank, and not of a node. */
    public boolean ofFolder() {
        return this == FOLDER_BYTES || this == FOLDER_SSTABLES;
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
