package squall.ycsb.store;

import java.util.List;

/** Some columns of a schema, in order; the same object stands for the same statement, so identity counts. Immutable. */
public final class Columns {
    private final int[] indexes;
    private final List<String> names;

    Columns(int[] indexes, List<String> names) {
        this.indexes = indexes;
        this.names = List.copyOf(names);
    }

    public int size() {
        return indexes.length;
    }

    /** The number in the schema of the column at this place. */
    public int index(int place) {
        return indexes[place];
    }

    public String name(int place) {
        return names.get(place);
    }

    public List<String> names() {
        return names;
    }
}
