package squall.ycsb.store;

import java.util.List;
import java.util.stream.IntStream;
import squall.ycsb.CoreProperties;
import squall.ycsb.YcsbProperties;

/** The table: its name, and its columns other than the key in the order of their numbers. Immutable. */
public final class YcsbSchema {
    private final String table;
    private final ColumnSelection all;
    private final List<ColumnSelection> single;

    public YcsbSchema(String table, List<String> columns) {
        this.table = table;
        this.all = new ColumnSelection(columns);
        this.single =
                columns.stream().map(name -> new ColumnSelection(List.of(name))).toList();
    }

    public static YcsbSchema of(YcsbProperties properties) {
        String prefix = properties.get(CoreProperties.FIELD_NAME_PREFIX);
        return new YcsbSchema(
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

    public ColumnSelection all() {
        return all;
    }

    public ColumnSelection only(int column) {
        return single.get(column);
    }
}
