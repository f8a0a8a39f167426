package squall.tpcc.population;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import squall.tpcc.schema.TpccColumn;
import squall.tpcc.schema.TpccTable;

/** Sheet of all rows of one table and warehouse, as text; {@code null} stands for no value. */
final class Sheet implements RowSink {
    private final List<String> names;
    private final List<List<String>> rows = new ArrayList<>();
    private List<String> row = new ArrayList<>();

    private Sheet(TpccTable table) {
        names = table.columns().stream().map(TpccColumn::name).toList();
    }

    static Sheet of(Population population, TpccTable table, int warehouse) {
        Sheet sheet = new Sheet(table);
        Population.TableRows rows = population.rows(table, warehouse);
        boolean more = true;
        while (more) {
            more = rows.next(sheet);
        }
        return sheet;
    }

    List<List<String>> rows() {
        return rows;
    }

    /** Returns all values of one column. */
    List<String> column(String name) {
        int at = names.indexOf(name);
        return rows.stream().map(row -> row.get(at)).toList();
    }

    IntStream numbers(String name) {
        return column(name).stream().mapToInt(Integer::parseInt);
    }

    @Override
    public void whole(int value) {
        row.add(Integer.toString(value));
    }

    @Override
    public void decimal(int unscaled, int scale) {
        row.add(BigDecimal.valueOf(unscaled, scale).toPlainString());
    }

    @Override
    public void text(byte[] ascii, int length) {
        row.add(new String(ascii, 0, length, US_ASCII));
    }

    @Override
    public void moment(LocalDateTime moment) {
        row.add(moment.toString());
    }

    @Override
    public void none() {
        row.add("null");
    }

    @Override
    public void endRow() {
        if (row.size() != names.size()) {
            throw new IllegalStateException(row.size() + " values for " + names.size() + " columns: " + row);
        }
        rows.add(row);
        row = new ArrayList<>(names.size());
    }
}
