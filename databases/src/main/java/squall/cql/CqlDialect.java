package squall.cql;

import java.util.List;

/** The statements in which CQL databases differ. */
public enum CqlDialect {
    /** Apache Cassandra and what is like it. */
    CASSANDRA("cassandra"),
    /** YugabyteDB's YCQL. */
    YCQL("yugabytedb");

    private final String product;

    CqlDialect(String product) {
        this.product = product;
    }

    /** The name used in reports. */
    public String product() {
        return product;
    }

    /**
     * Several writes as one statement that is applied as a whole.
     *
     * <p>On YCQL a transaction: isolated, and of INSERT, UPDATE and DELETE only, on tables made for it. On Cassandra a logged batch: in the
     * end all of it is there, but others may see a part of it before.
     *
     * @param writes without semicolons
     */
    public String transaction(List<String> writes) {
        return switch (this) {
            case CASSANDRA -> "BEGIN BATCH " + String.join("; ", writes) + "; APPLY BATCH";
            case YCQL -> "BEGIN TRANSACTION " + String.join("; ", writes) + "; END TRANSACTION;";
        };
    }

    /** Whether others may see a part of a {@link #transaction} before the rest. */
    public boolean isolates() {
        return this == YCQL;
    }
}
