package squall.tpcc.loading;

/** Hears how a load gets on. Called by the loading threads, one at a time; what it throws ends the load. */
public interface LoadListener {
    /** Hears nothing. */
    LoadListener SILENT = new LoadListener() {
        @Override
        public void said(String line) {
            // Nobody listens.
        }

        @Override
        public void advanced(LoadProgress progress) {
            // Nobody listens.
        }
    };

    /** One line about what was found or is done now. */
    void said(String line);

    /** How far it has got: a few times a second, and at its end. */
    void advanced(LoadProgress progress);
}
