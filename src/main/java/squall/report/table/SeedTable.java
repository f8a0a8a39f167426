package squall.report.table;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import squall.report.reference.Sheet;

/** A table that can be made from runs. */
public enum SeedTable {
    KV_SCALING("nodes, concurrency, throughput and latency, a run each; NAME is the number of nodes", "overview-kv95") {
        @Override
        public Sheet of(List<NamedRun> runs) throws IOException {
            return KvScaling.of(runs);
        }
    },
    TPCC_SWEEP("tpmC, efficiency and latencies of New-Order by warehouses, a run of TPC-C each", "thesis-stress") {
        @Override
        public Sheet of(List<NamedRun> runs) throws IOException {
            return TpccSweep.of(runs);
        }
    },
    TPCC_SCALE(
            "the same for several sizes of a cluster; NAME is the size, or the number of nodes", "thesis-scale-out") {
        @Override
        public Sheet of(List<NamedRun> runs) throws IOException {
            return TpccScale.of(runs);
        }
    },
    YCSB_LOAD("how long loads took, and how much slower they became; a column for each NAME", "ycsb-load-time") {
        @Override
        public Sheet of(List<NamedRun> runs) throws IOException {
            return YcsbLoad.of(runs);
        }
    },
    KEY_VALUE("the white paper's experiments; NAME is the database, two of them are divided", "paper-results") {
        @Override
        public Sheet of(List<NamedRun> runs) throws IOException {
            return KeyValueReading.of(runs);
        }
    },
    PHASES(
            "each phase of a run under a scenario; several runs side by side, NAME is the configuration",
            "guide-baseline",
            "guide-faults") {
        @Override
        public Sheet of(List<NamedRun> runs) throws IOException {
            return AdversityPhases.of(runs);
        }
    },
    REBALANCE("what each node holds, minute by minute, and when it was balanced; one run", "thesis-rebalance-3-6") {
        @Override
        public Sheet of(List<NamedRun> runs) throws IOException {
            return RebalanceReading.of(runs);
        }
    },
    ROW_CHECK("rows acknowledged and rows found with a node dead, a run each", "thesis-row-check") {
        @Override
        public Sheet of(List<NamedRun> runs) throws IOException {
            return RowCheck.of(runs);
        }
    },
    VERSIONS(
            "a column for each NAME, the change to the one before; several runs of a NAME tell it from noise",
            "guide-baseline") {
        @Override
        public Sheet of(List<NamedRun> runs) throws IOException {
            return Versions.of(runs);
        }
    };

    private final String about;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> published;

    SeedTable(String about, String... published) {
        this.about = about;
        this.published = List.of(published);
    }

    /**
     * The table of these runs.
     *
     * @throws IOException if a file of a run cannot be read
     * @throws IllegalArgumentException if the table cannot be made of these runs; says which and why
     */
    public abstract Sheet of(List<NamedRun> runs) throws IOException;

    /** As users name it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String about() {
        return about;
    }

    /** The published tables that it can be laid beside. */
    public List<String> published() {
        return published;
    }

    public static Optional<SeedTable> find(String label) {
        return Stream.of(values()).filter(table -> table.label().equals(label)).findFirst();
    }
}
