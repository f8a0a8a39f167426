package squall.sql;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Set of columns that statements need of a table, compared with those of the table that is there before anything is changed.
 *
 * @param table as {@link SqlDialect#identifier} takes it
 * @param columns names, which match those in lower case as well
 */
public record TableColumns(String table, List<String> columns) {
    public TableColumns {
        columns = List.copyOf(columns);
    }

    /** Makes the comparison for a table of these columns. */
    public static TableColumns of(String table, String... columns) {
        return new TableColumns(table, List.of(columns));
    }

    /** Returns whether there is a table of this name, whatever its columns. */
    public boolean exists(SqlDatabase database) throws IOException, InterruptedException {
        return !found(database).isEmpty();
    }

    /** Describes what the existing table lacks, as the end of a sentence; empty if it lacks nothing, or there is no table. */
    public Optional<String> mismatch(SqlDatabase database) throws IOException, InterruptedException {
        return mismatch(found(database));
    }

    /** Compares as above. @param found columns of the existing table; none: there is no table */
    public Optional<String> mismatch(Collection<String> found) {
        String missing = columns.stream()
                .filter(column -> !found.contains(column) && !found.contains(column.toLowerCase(Locale.ROOT)))
                .collect(Collectors.joining(", "));
        return found.isEmpty() || missing.isEmpty() ? Optional.empty() : Optional.of("has no column " + missing);
    }

    /**
     * Refuses an existing table that lacks a column; to be asked before anything is changed.
     *
     * @param remedy says what to do then, for the end of the message
     * @throws IllegalArgumentException if it lacks one
     */
    public void require(SqlDatabase database, String remedy) throws IOException, InterruptedException {
        require(found(database), remedy);
    }

    /** Compares as above. @param found columns of the existing table; none: there is no table */
    public void require(Collection<String> found, String remedy) {
        Optional<String> mismatch = mismatch(found);
        if (mismatch.isPresent()) {
            throw new IllegalArgumentException("table " + table + " exists, but " + mismatch.get() + ": " + remedy);
        }
    }

    private List<String> found(SqlDatabase database) throws IOException, InterruptedException {
        return database.administer("looking for table " + table, connection -> database.columns(connection, table));
    }
}
