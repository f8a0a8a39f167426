package squall.apps.cql;

import squall.apps.CqlAppContext;
import squall.cql.CqlDialect;

/** How values are indexed. */
final class CqlValueIndex {
    /** YugabyteDB's property of an index that is written outside transactions; the table then needs none either. */
    private static final String APART = " WITH transactions = {'enabled': false, 'consistency_level': 'user_enforced'}";

    private CqlValueIndex() {}

    /** On Cassandra storage-attached, on YCQL a table of its own. @param apart whether YCQL writes it outside transactions */
    static String ddl(CqlAppContext setting, String suffix, String column, boolean apart) {
        String index = "INDEX IF NOT EXISTS " + setting.index(suffix) + " ON " + setting.name() + " (" + column + ")";
        if (setting.dialect() == CqlDialect.CASSANDRA) {
            return "CREATE " + index + " USING 'sai'";
        }
        return "CREATE " + index + (apart ? APART : "");
    }

    /** Only YCQL has these. */
    static String unique(CqlAppContext setting, String suffix, String column) {
        return "CREATE UNIQUE INDEX IF NOT EXISTS " + setting.index(suffix) + " ON " + setting.name() + " (" + column
                + ")";
    }
}
