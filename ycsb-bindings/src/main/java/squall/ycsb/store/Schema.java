package squall.ycsb.store;

import java.util.List;
import java.util.stream.IntStream;
import squall.ycsb.CoreProperties;
import squall.ycsb.YcsbProperties;

/** The table: its name, and its columns beside the key in the order in which they are numbered. Immutable. */
public final class Schema {
    private final String table;
    private final Columns all;
    private final List<Columns> single;

    public Schema(String table, List<String> columns) {
        this.table = table;
        this.all = new Columns(columns);
        this.single = columns.stream().map(name -> new Columns(List.of(name))).toList();
    }

    public static Schema of(YcsbProperties properties) {
        String prefix = properties.get(CoreProperties.FIELD_NAME_PREFIX);
        return new Schema(
                properties.get(CoreProperties.TABLE),
                IntStream.range(0, properties.get(CoreProperties.FIELD_COUNT))
                        .mapToObj(number -> prefix + number)
                        .toList());
    }

    public String table() {
        return table;
    }

    public List<String> columns() {
        return all.names();
    }

    public Columns all() {
        return all;
    }

    public Columns only(int column) {
        return single.get(column);
    }
}
