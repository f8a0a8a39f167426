package squall.ycsb.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Result of a read or scan: its rows; filled again by each. Values that came as bytes are decoded when they are asked for. One thread. */
public final class ReadRows {
    /** Stands for the key of a row that came without it. */
    public static final String KEY_UNKNOWN = "";

    private final List<String> keys = new ArrayList<>();
    private final List<@Nullable Object> values = new ArrayList<>();
    private int width;

    /** Forgets what it held; rows of these columns follow. */
    public void begin(ColumnSelection columns) {
        keys.clear();
        values.clear();
        width = columns.size();
    }

    /** Begins the next row; one value for each column follows. */
    public void row(String key) {
        keys.add(key);
    }

    /** @param value null where the table holds NULL */
    public void value(@Nullable String value) {
        values.add(value);
    }

    /** @param value text in UTF-8, which must not change; null where the table holds NULL */
    public void value(byte @Nullable [] value) {
        values.add(value);
    }

    public int count() {
        return keys.size();
    }

    public String key(int row) {
        return keys.get(row);
    }

    /** @param place of the column among those read */
    public @Nullable String value(int row, int place) {
        Object value = values.get(row * width + place);
        return value instanceof byte[] utf8 ? new String(utf8, UTF_8) : (String) value;
    }
}
