package squall.tpcc.loading;

import java.time.Duration;
import java.util.Optional;

/** Receives the progress of a load. Called by the loading threads, one at a time; an exception ends the load. */
public interface LoadListener {
    /** Ignores everything. */
    LoadListener SILENT = new LoadListener() {
        @Override
        public void said(String line) {
            // Ignored.
        }

        @Override
        public void advanced(LoadProgress progress) {
            // Ignored.
        }
    };

    /** One line about what was found or is done now. */
    void said(String line);

    /** How far it has got: a few times a second, and at its end. */
    void advanced(LoadProgress progress);

    /**
     * How far a load has got.
     *
     * @param rows acknowledged by the database
     * @param plannedRows how many there will be
     * @param warehouses that are finished
     * @param plannedWarehouses how many there will be; those of earlier loads are in neither
     * @param elapsed since the first row was made
     */
    record LoadProgress(long rows, long plannedRows, int warehouses, int plannedWarehouses, Duration elapsed) {
        public double rowsPerSecond() {
            return elapsed.isZero() ? 0 : rows * 1e9 / elapsed.toNanos();
        }

        /** How long the rest will take if it goes on like this; unknown before anything has. */
        public Optional<Duration> remaining() {
            return rows == 0
                    ? Optional.empty()
                    : Optional.of(
                            Duration.ofNanos(Math.round((double) (plannedRows - rows) / rows * elapsed.toNanos())));
        }
    }
}
