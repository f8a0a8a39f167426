package squall.results.imported;

/** A program whose results can be read. */
public enum Tool {
    YCSB("its text output or .hdr files are wanted"),
    BENCHBASE("summary.json or raw.csv is wanted"),
    PGBENCH("its final report or logs of pgbench -l are wanted"),
    SYSBENCH("its output is wanted");

    private final String wanted;

    Tool(String wanted) {
        this.wanted = wanted;
    }

    /** Which of its files, for messages. */
    String wanted() {
        return wanted;
    }

    Importer importer() {
        return switch (this) {
            case YCSB -> new YcsbFiles();
            case BENCHBASE -> new BenchBaseFiles();
            case PGBENCH -> new PgbenchFiles();
            case SYSBENCH -> new SysbenchFiles();
        };
    }
}
