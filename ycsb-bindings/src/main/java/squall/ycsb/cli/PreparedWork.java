package squall.ycsb.cli;

import java.util.List;
import java.util.Map;
import squall.engine.LoadPlan;
import squall.engine.RunResult;
import squall.spi.CheckResult;
import squall.spi.Load;
import squall.ycsb.output.YcsbReport.ReportLine;

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
}
