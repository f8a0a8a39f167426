package squall.spi;

import java.util.Locale;

/** Metric of a database's own work, with the same name for every database. */
public enum ServerMetric {
    CPU_SECONDS(FigureKind.COUNTER, "s", "Processor time that the server's processes have used."),
    DISK_BYTES(FigureKind.GAUGE, "B", "Size of the server's folders, including its write-ahead log."),
    CONNECTIONS(FigureKind.GAUGE, "", "Client connections."),
    QUERIES(FigureKind.COUNTER, "", "Statements that the server has executed."),
    QUERY_SECONDS(FigureKind.COUNTER, "s", "Time that the server has spent on statements."),
    QUERY_BUCKET(FigureKind.COUNTER, "", "Statements that the server executed within the bound."),
    COMMITS(FigureKind.COUNTER, "", "Transactions that the server has committed."),
    ROLLBACKS(FigureKind.COUNTER, "", "Transactions that the server has rolled back."),
    DEADLOCKS(FigureKind.COUNTER, "", "Deadlocks that the server has broken."),
    LOCK_WAITS(FigureKind.GAUGE, "", "Sessions waiting for a lock."),
    ROWS_READ(FigureKind.COUNTER, "", "Rows that statements have fetched."),
    ROWS_WRITTEN(FigureKind.COUNTER, "", "Rows that statements have inserted, updated or deleted."),
    CACHE_HITS(FigureKind.COUNTER, "", "Blocks found in the server's own cache."),
    CACHE_MISSES(FigureKind.COUNTER, "", "Blocks requested from the operating system."),
    TEMPORARY_BYTES(FigureKind.COUNTER, "B", "Bytes that statements wrote to temporary files."),
    LOG_BYTES(FigureKind.COUNTER, "B", "Bytes written to the server's write-ahead log."),
    CHECKPOINTS(FigureKind.COUNTER, "", "Checkpoints that the server has started."),
    CHECKPOINT_SECONDS(FigureKind.COUNTER, "s", "Time that checkpoints spent on writing and syncing."),
    REPLICATION_LAG_BYTES(FigureKind.GAUGE, "B", "Lag of the replica that is furthest behind."),
    UNDER_REPLICATED(FigureKind.GAUGE, "", "Ranges or tablets with fewer replicas than wanted."),
    RANGES(FigureKind.GAUGE, "", "Replicas of ranges that the node holds."),
    TABLETS(FigureKind.GAUGE, "", "Replicas of tablets that the node holds."),
    TOKEN_SHARE(
            FigureKind.GAUGE, "", "Share of its data centre's token ring that the node is the first to hold, of 1."),
    TASKS_PENDING(FigureKind.GAUGE, "", "Reads and writes waiting for a thread of the server."),
    SSTABLES(FigureKind.GAUGE, "", "Sorted files that hold live data."),
    COMPACTIONS(FigureKind.COUNTER, "", "Compactions that the server has completed."),
    COMPACTED_BYTES(FigureKind.COUNTER, "B", "Bytes that compactions have written or processed."),
    COMPACTIONS_PENDING(FigureKind.GAUGE, "", "Pending compactions."),
    FOLDER_BYTES(
            FigureKind.GAUGE, "B", "Size of one of the folders that a server spreads its tables over, as over disks."),
    FOLDER_SSTABLES(FigureKind.GAUGE, "", "Sorted files in one of these folders."),
    THROTTLED(FigureKind.COUNTER, "", "Writes that the server held back because it could not keep up with them."),
    READ_AMPLIFICATION(
            FigureKind.GAUGE,
            "",
            "Sorted files that a read accesses, on average or at most, as the server reports it.");

    /** Kind of a metric. */
    public enum FigureKind {
        /** Only grows, since the server began to count; its growth is of interest. */
        COUNTER,
        /** A state at one moment. */
        GAUGE
    }

    private final FigureKind kind;
    private final String unit;
    private final String about;

    ServerMetric(FigureKind kind, String unit, String about) {
        this.kind = kind;
        this.unit = unit;
        this.about = about;
    }

    /** Returns the name in files and messages: {@code cpu_seconds}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public FigureKind kind() {
        return kind;
    }

    /** Returns whether the metric is of a folder, whose name follows that of the node after a blank, and not of a node. */
    public boolean ofFolder() {
        return this == FOLDER_BYTES || this == FOLDER_SSTABLES;
    }

    /** Returns {@code s}, {@code B}, or an empty text for plain numbers. */
    public String unit() {
        return unit;
    }

    /** Describes the metric in one sentence. */
    public String about() {
        return about;
    }
}
