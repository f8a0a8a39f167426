package squall.tpcc.loading;

import java.time.Duration;
import java.util.Optional;

/** Receiver of the progress of a load. The loading threads call it, one at a time; an exception ends the load. */
public interface LoadListener {
    /** Listener that ignores everything. */
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

    /** Receives one line about what was found or is done now. */
    void said(String line);

    /** Receives the progress: a few times a second, and at the end. */
    void advanced(LoadProgress progress);

    /**
     * Progress of a load.
     *
     * @param rows number of rows that the database acknowledged
     * @param plannedRows number of rows in all
     * @param warehouses number of finished warehouses
     * @param plannedWarehouses number of warehouses in all; those of earlier loads are in neither number
     * @param elapsed time since the first row was made
     */
    record LoadProgress(long rows, long plannedRows, int warehouses, int plannedWarehouses, Duration elapsed) {
        public double rowsPerSecond() {
            return elapsed.isZero() ? 0 : rows * 1e9 / elapsed.toNanos();
        }

        /** Returns the remaining time if the load goes on at the same rate; empty before the first row. */
        public Optional<Duration> remaining() {
            return rows == 0
                    ? Optional.empty()
                    : Optional.of(
                            Duration.ofNanos(Math.round((double) (plannedRows - rows) / rows * elapsed.toNanos())));
        }
    }
}
