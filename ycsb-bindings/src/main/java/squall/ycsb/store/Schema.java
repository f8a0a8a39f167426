package squall.ycsb.store;

import java.util.List;
import java.util.stream.IntStream;
import squall.ycsb.CoreProperties;
import squall.ycsb.YcsbProperties;

/** The table: its name, and its columns beside the key in the order in which they are numbered. Immutable. */
public final class Schema {
    /** The key's column in every YCSB table behind JDBC. */
    public static final String KEY_COLUMN = "YCSB_KEY";

    private final String table;
    private final List<String> columns;
    private final Columns all;
    private final List<Columns> single;

    public Schema(String table, List<String> columns) {
        this.table = table;
        this.columns = List.copyOf(columns);
        this.all = columns(IntStream.range(0, columns.size()).toArray());
        this.single = IntStream.range(0, columns.size())
                .mapToObj(column -> columns(column))
                .toList();
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
        return columns;
    }

    public Columns all() {
        return all;
    }

    public Columns only(int column) {
        return single.get(column);
    }

    /** Any choice of columns. Make each once and keep it: statements are kept by it. */
    public Columns columns(int... indexes) {
        return new Columns(
                indexes.clone(), IntStream.of(indexes).mapToObj(columns::get).toList());
    }
}
