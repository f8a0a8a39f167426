package squall.bench.dials;

import java.util.List;

/** The rows that answer one query. */
interface Answer {
    /** As the statement names them. */
    List<String> columns();

    long rows();

    /** @param row and column from 0 */
    Object cell(long row, int column);

    /** The same row again and again. */
    record SameRow(List<String> columns, List<Object> cells, long rows) implements Answer {
        @Override
        public Object cell(long row, int column) {
            return cells.get(column);
        }
    }
}
