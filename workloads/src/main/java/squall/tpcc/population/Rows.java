package squall.tpcc.population;

/** The rows of one table and one warehouse, one after another in the order of their keys. One thread. */
public interface Rows {
    /** Writes the next row; false if there is none any more. */
    boolean next(RowSink sink);
}
