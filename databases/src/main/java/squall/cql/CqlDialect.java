package squall.cql;

import java.util.List;

/** Dialect of CQL: the statements in which CQL databases differ. */
public enum CqlDialect {
    /** Apache Cassandra and compatible databases. */
    CASSANDRA("cassandra"),
    /** Apache Cassandra from version 6 on, with tables whose transactions Accord orders. */
    ACCORD("cassandra"),
    /** YugabyteDB's YCQL. */
    YCQL("yugabytedb");

    private final String product;

    CqlDialect(String product) {
        this.product = product;
    }

    /** Returns the name used in reports. */
    public String product() {
        return product;
    }

    /** Returns whether the database is Cassandra, whatever its transactions are. */
    public boolean cassandra() {
        return this != YCQL;
    }

    /**
     * Returns several writes as one statement that is applied as a whole.
     *
     * <p>On YCQL a transaction: isolated, and of INSERT, UPDATE and DELETE only, on tables created for it. With Accord a transaction too, on
     * tables created for it. On Cassandra otherwise a logged batch: in the end all of it is applied, but others may see a part of it before.
     *
     * @param writes without semicolons
     */
    public String transaction(List<String> writes) {
        String all = String.join("; ", writes);
        return switch (this) {
            case CASSANDRA -> "BEGIN BATCH " + all + "; APPLY BATCH";
            case ACCORD -> "BEGIN TRANSACTION " + all + "; COMMIT TRANSACTION";
            case YCQL -> "BEGIN TRANSACTION " + all + "; END TRANSACTION;";
        };
    }

    /**
     * Returns a transaction of Accord that writes if a condition holds, which its answer does not tell.
     *
     * @param first statements without semicolons: what it reads, and at last what it answers
     * @param writes with a semicolon after each
     */
    public static String conditionalTransaction(List<String> first, String condition, String writes) {
        return "BEGIN TRANSACTION " + String.join("; ", first) + "; IF " + condition + " THEN " + writes
                + "END IF COMMIT TRANSACTION";
    }

    /** Returns a query of several rows as a statement that sees all of them at one time, where the dialect has such a statement. */
    public String atOneTime(String query) {
        return this == ACCORD ? transaction(List.of(query)) : query;
    }

    /** Returns whether others cannot see a part of a {@link #transaction} before the rest. */
    public boolean isolates() {
        return this != CASSANDRA;
    }
}
