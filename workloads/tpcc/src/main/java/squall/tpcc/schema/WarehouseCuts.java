package squall.tpcc.schema;

import java.util.List;
import java.util.stream.IntStream;

/** Consecutive warehouses in parts of about equal size. @param firsts the first warehouse of each part; the first part's is 1 */
record WarehouseCuts(List<Integer> firsts) {
    static WarehouseCuts of(int warehouses, int parts) {
        return new WarehouseCuts(IntStream.range(0, parts)
                .mapToObj(part -> 1 + Math.toIntExact((long) warehouses * part / parts))
                .toList());
    }

    int parts() {
        return firsts.size();
    }

    /** The lower bound of a part, open for the first: warehouses that belong to no part are refused. @param part from 0 */
    String from(int part) {
        return part == 0 ? "MINVALUE" : firsts.get(part).toString();
    }

    /** Where a part ends, itself not in it. */
    String to(int part) {
        return part + 1 == parts() ? "MAXVALUE" : firsts.get(part + 1).toString();
    }
}
