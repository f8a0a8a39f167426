package squall.ycsb.workload;

/** Catalog of the parts of a read-modify-write: separate from reads and updates in Squall's files, merged with them in YCSB's report. */
public final class PartNames {
    public static final String READ = "RMW-READ";
    public static final String UPDATE = "RMW-UPDATE";

    private PartNames() {}

    /** Returns the name under which YCSB's report counts the operation. */
    public static String reported(String operation) {
        return switch (operation) {
            case READ -> "READ";
            case UPDATE -> "UPDATE";
            default -> operation;
        };
    }
}
