package squall.ycsb.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import squall.cql.Traffic;
import squall.run.RunResult;
import squall.spi.CheckResult;
import squall.ycsb.output.Line;
import squall.ycsb.store.Shards;
import squall.ycsb.store.Stores;

/** What follows a run on Squall's own workload: its checks, what each node did during the run, and the end of the connections. */
final class OwnAfter implements Work.After {
    /** Judges the data. */
    interface Checks {
        List<CheckResult> run() throws InterruptedException;
    }

    private final Stores stores;
    private final Checks checks;
    private final Function<RunResult, List<String>> notes;
    private final List<Traffic.Share> before;
    private List<Line> lines = List.of();

    /** To be made right before the run. */
    OwnAfter(Stores stores, Checks checks, Function<RunResult, List<String>> notes) {
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
    public List<Line> lines() {
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

    private List<Traffic.Share> traffic() {
        return stores instanceof Shards shards ? shards.traffic() : List.of();
    }

    private Traffic.Share during(Traffic.Share now) {
        return before.stream()
                .filter(share -> share.node().equals(now.node()))
                .findFirst()
                .map(now::since)
                .orElse(now);
    }

    private static List<Line> lines(Traffic.Share share) {
        String group = "NODE-" + share.node();
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(group, "Answered", share.answered()));
        share.hidden().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(error -> lines.add(new Line(group, "Hidden." + error.getKey(), error.getValue())));
        return lines;
    }
}
