package squall.apps.sql;

/** An index over values. */
public final class SqlSecondaryIndex extends IndexedValue {
    public SqlSecondaryIndex() {
        super(
                "SqlSecondaryIndex",
                "Inserts keys whose value is indexed, then updates the value; reads by value.",
                "INDEX",
                SqlValueIndex.CHECK);
    }
}
