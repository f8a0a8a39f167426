package squall.apps.cql;

/**
 * Points that come in runs of one series: key n is point n mod length of a run, and runs go round the series.
 *
 * <p>So a write of so many keys in a row is points of one series that follow each other in time.
 */
record SeriesRuns(int length, int series) {
    int series(long key) {
        return (int) (key / length % series);
    }

    long tick(long key) {
        return key / length / series * length + key % length;
    }

    long key(long oneSeries, long tick) {
        return (tick / length * series + oneSeries) * length + tick % length;
    }
}
