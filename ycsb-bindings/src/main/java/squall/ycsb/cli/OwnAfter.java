package squall.ycsb.cli;

import java.util.ArrayList;
import java.util.List;
import squall.cql.Traffic;
import squall.spi.CheckResult;
import squall.ycsb.output.Line;
import squall.ycsb.store.Shards;
import squall.ycsb.store.Stores;

/** What follows a run on Squall's own workload: its checks, what each node did, and the end of the connections. */
record OwnAfter(Stores stores, Checks checked) implements Work.After {
    /** Judges the data. */
    interface Checks {
        List<CheckResult> run() throws InterruptedException;
    }

    @Override
    public List<CheckResult> checks() throws InterruptedException {
        return checked.run();
    }

    /** Requests by the node that answered them, and errors that the driver did not tell because another node answered. */
    @Override
    public List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        if (stores instanceof Shards shards) {
            for (Traffic.Share share : shards.traffic()) {
                String group = "NODE-" + share.node();
                lines.add(new Line(group, "Answered", share.answered()));
                share.hidden().entrySet().stream()
                        .sorted(java.util.Map.Entry.comparingByKey())
                        .forEach(error -> lines.add(new Line(group, "Hidden." + error.getKey(), error.getValue())));
            }
        }
        return lines;
    }

    @Override
    public void close() {
        stores.close();
    }
}
