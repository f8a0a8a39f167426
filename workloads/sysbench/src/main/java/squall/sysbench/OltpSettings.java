package squall.sysbench;

/**
 * What is run on which tables.
 *
 * @param data the tables
 * @param mix of the transactions
 * @param ids how rows are picked
 * @param rangeSize rows of a range select
 * @param explicitTransactions whether tests of several statements send them as one transaction
 * @param seed of everything random
 * @param verify whether the tables are counted before the run, so that they can be checked after it
 */
public record OltpSettings(
        OltpTest test,
        SbtestData data,
        OltpMix mix,
        RandomDistribution ids,
        int rangeSize,
        boolean explicitTransactions,
        long seed,
        boolean verify) {
    public OltpSettings {
        if (rangeSize < 1) {
            throw new IllegalArgumentException("rangeSize must be at least 1: " + rangeSize);
        }
    }

    /** Whether the statements of an event are committed together. */
    public boolean inTransaction() {
        return test.transactional() && explicitTransactions;
    }

    /** The tables that a run stands on. @param autoInc whether the database numbers new rows */
    public record SbtestData(int tables, int rowsPerTable, boolean autoInc, boolean secondaryIndex) {
        public SbtestData {
            if (tables < 1 || rowsPerTable < 0) {
                throw new IllegalArgumentException(
                        "tables must be at least 1 and rows at least 0: " + tables + ", " + rowsPerTable);
            }
        }
    }
}
