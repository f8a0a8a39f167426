package squall.results.imported;

/** A program whose results can be read. */
public enum Tool {
    YCSB,
    BENCHBASE,
    PGBENCH,
    SYSBENCH;

    Importer importer() {
        return switch (this) {
            case YCSB -> new YcsbFiles();
            case BENCHBASE -> new BenchBaseFiles();
            case PGBENCH -> new PgbenchFiles();
            case SYSBENCH -> new SysbenchFiles();
        };
    }
}
