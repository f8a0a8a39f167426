package squall.apps.cql;

/** A column of a table. @param type in CQL @param cell what stands in it */
record Column(String name, String type, Cell cell) {
    /** What a version of a key has in a column, as the driver takes it and gives it back. */
    interface Cell {
        Object of(long key, int version);
    }
}
