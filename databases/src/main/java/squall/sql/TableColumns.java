package squall.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
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
        return database.administer(
                "looking for table " + table,
                connection -> !database.columns(connection, table).isEmpty());
    }

    /**
     * Describes why statements with these columns would fail, as the end of a sentence: the existing table lacks one, or has another that
     * inserts must fill. Empty if they would not fail, or there is no table.
     */
    public Optional<String> mismatch(SqlDatabase database) throws IOException, InterruptedException {
        return database.administer(
                "looking for table " + table, connection -> mismatch(connection, database.columns(connection, table)));
    }

    /** Describes what a table lacks, as above. @param found columns of the existing table; none: there is no table */
    public Optional<String> mismatch(Collection<String> found) {
        String missing = columns.stream()
                .filter(column -> !found.contains(column) && !found.contains(column.toLowerCase(Locale.ROOT)))
                .collect(Collectors.joining(", "));
        return found.isEmpty() || missing.isEmpty() ? Optional.empty() : Optional.of("has no column " + missing);
    }

    private Optional<String> mismatch(Connection connection, Collection<String> found) throws SQLException {
        Optional<String> missing = mismatch(found);
        if (missing.isPresent() || found.stream().allMatch(this::names)) { // else the driver need not be asked
            return missing;
        }
        String mandatory = DriverMetadata.mandatoryColumns(connection, table).stream()
                .filter(column -> !names(column))
                .collect(Collectors.joining(", "));
        return mandatory.isEmpty() ? Optional.empty() : Optional.of("requires a value for column " + mandatory);
    }

    private boolean names(String found) {
        return columns.stream().anyMatch(column -> column.equalsIgnoreCase(found));
    }

    /**
     * Refuses an existing table on which statements would fail; to be asked before anything is changed.
     *
     * @param remedy says what to do then, for the end of the message
     * @throws IllegalArgumentException as {@link #mismatch} describes it
     */
    public void require(SqlDatabase database, String remedy) throws IOException, InterruptedException {
        refuse(mismatch(database), remedy);
    }

    /** Requires the same on an open connection. @return the columns of the existing table; none: there is no table */
    public List<String> require(SqlDatabase database, Connection connection, String remedy) throws SQLException {
        List<String> found = database.columns(connection, table);
        refuse(mismatch(connection, found), remedy);
        return found;
    }

    /** Refuses a table that lacks a column. @param found columns of the existing table; none: there is no table */
    public void require(Collection<String> found, String remedy) {
        refuse(mismatch(found), remedy);
    }

    private void refuse(Optional<String> mismatch, String remedy) {
        if (mismatch.isPresent()) {
            throw new IllegalArgumentException("table " + table + " exists, but " + mismatch.get() + ": " + remedy);
        }
    }
}
