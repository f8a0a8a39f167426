package squall.report.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import squall.report.table.TpccRun.TpccScale;
import squall.report.table.TpccRun.TpccSweep;
import squall.table.Table;

/** Table that can be made from runs. */
@SuppressWarnings("ImmutableEnumChecker") // makers are method references, which hold nothing; lists are made by List.of
public enum PaperTable {
    KV_SCALING(
            KvScaling::of,
            "nodes, concurrency, throughput and latency, a run each; NAME is the number of nodes",
            "overview-kv95"),
    TPCC_SWEEP(
            TpccSweep::of,
            "tpmC, efficiency and latencies of New-Order by warehouses, a run of TPC-C each",
            "thesis-stress"),
    TPCC_SCALE(
            TpccScale::of,
            "the same for several sizes of a cluster; NAME is the size, or the number of nodes",
            "thesis-scale-out"),
    YCSB_LOAD(
            YcsbLoad::of,
            "how long loads took, and how much slower they became; a column for each NAME",
            "ycsb-load-time"),
    KEY_VALUE(
            KeyValueReading::of,
            "the white paper's experiments; NAME is the database, two of them are divided",
            "paper-results",
            "paper-claims"),
    PHASES(
            AdversityPhases::of,
            "each phase of a run under a scenario; several runs side by side, NAME is the configuration",
            "guide-baseline",
            "guide-faults"),
    REBALANCE(
            RebalanceReading::of,
            "what each node holds, minute by minute, and when it was balanced; one run",
            "thesis-rebalance-3-6"),
    DISKS(
            FolderTable::of,
            "bytes and SSTables in each folder of each node, as the run found them last; NAME is the state of the data",
            "ycsb-disk-balance",
            "ycsb-sstables"),
    ROW_CHECK(RowLossTable::of, "rows acknowledged and rows found with a node dead, a run each", "thesis-row-check"),
    DURABILITY(
            DurabilityTable::of,
            "writes acknowledged and lost to a fault, and commits per second; NAME is the setting of durability"),
    JEPSEN_FINDINGS(
            JepsenFindingsTable::of,
            "published findings, how often runs showed each, and how often their controls did; runs say by tags what they are"),
    VERSIONS(
            VersionTable::of,
            "a column for each NAME, the change to the one before; several runs of a NAME tell it from noise",
            "guide-baseline");

    private interface Maker {
        Table of(List<NamedRun> runs) throws IOException;
    }

    private final Maker maker;
    private final String about;
    private final List<String> published;

    PaperTable(Maker maker, String about, String... published) {
        this.maker = maker;
        this.about = about;
        this.published = List.of(published);
    }

    /**
     * Creates the table of these runs.
     *
     * @throws IOException if a file of a run cannot be read
     * @throws IllegalArgumentException if the table cannot be made of these runs; says which and why
     */
    public Table of(List<NamedRun> runs) throws IOException {
        return maker.of(runs);
    }

    /** Returns the table of these runs with their complaints, and, if asked for, the published tables that it can be compared with. */
    public List<Table> of(List<NamedRun> runs, boolean withPublished) throws IOException {
        List<String> complaints =
                runs.stream().flatMap(run -> run.complaints().stream()).toList();
        List<Table> tables = new ArrayList<>(List.of(of(runs).with(complaints)));
        if (withPublished) {
            PublishedFigures figures = PublishedFigures.load();
            published.forEach(
                    name -> tables.add(figures.find(name).orElseThrow().table()));
        }
        return tables;
    }

    /** Returns the name for users. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String about() {
        return about;
    }

    /** Returns the published tables that it can be compared with. */
    public List<String> published() {
        return published;
    }

    public static Optional<PaperTable> find(String label) {
        return Stream.of(values()).filter(table -> table.label().equals(label)).findFirst();
    }
}
