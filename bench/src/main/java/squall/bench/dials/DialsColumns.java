package squall.bench.dials;

import java.sql.ResultSetMetaData;
import java.util.List;

/** Stands behind {@link ResultSetMetaData}. */
final class DialsColumns {
    private static final Face<ResultSetMetaData> FACE = new Face<>(ResultSetMetaData.class, DialsColumns.class);

    private final List<String> columns;

    private DialsColumns(List<String> columns) {
        this.columns = columns;
    }

    static ResultSetMetaData of(List<String> columns) {
        return FACE.of(new DialsColumns(columns));
    }

    public int getColumnCount() {
        return columns.size();
    }

    public String getColumnName(int column) {
        return columns.get(column - 1);
    }

    public String getColumnLabel(int column) {
        return columns.get(column - 1);
    }
}
