package squall.apps.sql;

import squall.apps.sql.IndexedValue.SqlValueIndex;

/** Workload with an index over values. */
public final class SqlSecondaryIndex extends IndexedValue {
    public SqlSecondaryIndex() {
        super(
                "SqlSecondaryIndex",
                "Inserts keys whose value is indexed, then updates the value; reads by value.",
                "INDEX",
                SqlValueIndex.CHECK);
    }
}
