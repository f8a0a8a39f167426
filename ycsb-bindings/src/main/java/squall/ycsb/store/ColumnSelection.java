package squall.ycsb.store;

import java.util.List;

/** Some columns of a table, in order; the same object stands for the same statement, so identity counts. Immutable. */
public final class ColumnSelection {
    private final List<String> names;

    /** Selects columns; make each choice once and keep it: statements are kept by it. */
    public ColumnSelection(List<String> names) {
        this.names = List.copyOf(names);
    }

    public int size() {
        return names.size();
    }

    public String name(int place) {
        return names.get(place);
    }

    public List<String> names() {
        return names;
    }
}
