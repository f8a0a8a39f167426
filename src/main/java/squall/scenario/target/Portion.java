package squall.scenario.target;

/** How many of some nodes. */
public enum Portion {
    ONE("one") {
        @Override
        int of(int nodes) {
            return Math.min(1, nodes);
        }
    },
    /** The most that leave a majority. */
    MINORITY("minority") {
        @Override
        int of(int nodes) {
            return Math.max(0, (nodes - 1) / 2);
        }
    },
    /** The most that are less than a third. */
    MINORITY_THIRD("minority-third") {
        @Override
        int of(int nodes) {
            return Math.max(0, (nodes - 1) / 3);
        }
    },
    /** The fewest that are a majority. */
    MAJORITY("majority") {
        @Override
        int of(int nodes) {
            return nodes == 0 ? 0 : nodes / 2 + 1;
        }
    },
    ALL("all") {
        @Override
        int of(int nodes) {
            return nodes;
        }
    };

    private final String key;

    Portion(String key) {
        this.key = key;
    }

    /** As users write it. */
    public String key() {
        return key;
    }

    abstract int of(int nodes);
}
