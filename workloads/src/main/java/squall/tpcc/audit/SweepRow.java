package squall.tpcc.audit;

import squall.report.table.Efficiency;

/**
 * One step of a sweep over warehouses.
 *
 * @param newOrder latencies of New-Order, as the thesis and CockroachDB's workload report them
 * @param passed by the rule of {@link Headline#passed}
 * @param failed transactions refused or unknown
 */
public record SweepRow(int warehouses, double tpmC, Milliseconds newOrder, boolean passed, long failed) {
    double efficiencyPercent() {
        return Efficiency.percent(tpmC, warehouses, Efficiency.SPECIFIED);
    }
}
