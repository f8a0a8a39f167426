package squall.ycsb.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import squall.cql.NodeTraffic;
import squall.engine.LoadPlan;
import squall.engine.RunResult;
import squall.spi.CheckResult;
import squall.spi.Load;
import squall.ycsb.output.YcsbReport.ReportLine;
import squall.ycsb.store.KeyValueStores;
import squall.ycsb.store.Shards;

/**
 * A load that is ready to run.
 *
 * @param database short name, for the run directory
 * @param facts entries for the manifest in addition to the settings
 * @param after what is to be done once the run has ended
 */
record PreparedWork(Load load, LoadPlan plan, String database, Map<String, Object> facts, After after)
        implements AutoCloseable {
    /** What follows a run. */
    interface After extends AutoCloseable {
        /** Judges the data. */
        List<CheckResult> checks() throws InterruptedException;

        /** Lines of the report that a third party measured by itself. */
        default List<ReportLine> lines() {
            return List.of();
        }

        /** What the user must know of how the run went, one line each. */
        default List<String> notes(RunResult result) {
            return List.of();
        }

        /** Gives up what the work was made with. */
        @Override
        default void close() {}
    }

    @Override
    public void close() {
        load.close();
        after.close();
    }

    /** What follows a run on Squall's own workload: its checks, what each node did during the run, and the end of the connections. */
    static final class CoreRunCompletion implements PreparedWork.After {
        /** Judges the data. */
        interface Checks {
            List<CheckResult> run() throws InterruptedException;
        }

        private final KeyValueStores stores;
        private final Checks checks;
        private final Function<RunResult, List<String>> notes;
        private final List<NodeTraffic.Share> before;
        private List<ReportLine> lines = List.of();

        /** To be made right before the run. */
        CoreRunCompletion(KeyValueStores stores, Checks checks, Function<RunResult, List<String>> notes) {
            this.stores = stores;
            this.checks = checks;
            this.notes = notes;
            this.before = traffic();
        }

        @Override
        public List<CheckResult> checks() throws InterruptedException {
            lines = traffic().stream()
                    .map(this::during)
                    .flatMap(share -> lines(share).stream())
                    .toList();
            return checks.run();
        }

        /** Requests by the node that answered them, and errors that the driver did not tell because another node answered. */
        @Override
        public List<ReportLine> lines() {
            return lines;
        }

        @Override
        public List<String> notes(RunResult result) {
            return notes.apply(result);
        }

        @Override
        public void close() {
            stores.close();
        }

        private List<NodeTraffic.Share> traffic() {
            return stores instanceof Shards shards ? shards.traffic() : List.of();
        }

        private NodeTraffic.Share during(NodeTraffic.Share now) {
            return before.stream()
                    .filter(share -> share.node().equals(now.node()))
                    .findFirst()
                    .map(now::since)
                    .orElse(now);
        }

        private static List<ReportLine> lines(NodeTraffic.Share share) {
            String group = "NODE-" + share.node();
            List<ReportLine> lines = new ArrayList<>();
            lines.add(new ReportLine(group, "Answered", share.answered()));
            share.hidden().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(error -> lines.add(new ReportLine(group, "Hidden." + error.getKey(), error.getValue())));
            return lines;
        }
    }
}
