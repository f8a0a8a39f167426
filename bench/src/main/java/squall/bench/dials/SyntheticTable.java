package squall.bench.dials;

import java.util.ArrayList;
import java.util.List;

/** The one row that every query finds, whatever it asks for. */
public final class SyntheticTable {
    private final List<String> columns;
    private final String value;
    private final long rows;

    /**
     * @param fields how many text columns follow the key in {@code SELECT *}
     * @param fieldLength characters of every text value
     * @param rows what {@code count(*)} answers before the first INSERT
     */
    public SyntheticTable(int fields, int fieldLength, long rows) {
        if (fields < 1 || fieldLength < 0 || rows < 0) {
            throw new IllegalArgumentException("fields must be at least 1, fieldlength and rows at least 0: " + fields
                    + ", " + fieldLength + ", " + rows);
        }
        var names = new ArrayList<String>();
        names.add("YCSB_KEY");
        for (int field = 0; field < fields; field++) {
            names.add("FIELD" + field);
        }
        this.columns = List.copyOf(names);
        this.value = "x".repeat(fieldLength);
        this.rows = rows;
    }

    /** What {@code SELECT *} finds. */
    List<String> columns() {
        return columns;
    }

    /** What stands in every column. */
    String value() {
        return value;
    }

    long rows() {
        return rows;
    }
}
