package squall.report.form;

import java.util.List;
import java.util.stream.Stream;
import squall.report.model.Cell;
import squall.report.model.Document;
import squall.report.model.Grid;
import squall.results.Csv;

/** All tables of a report in one: a line for each cell that holds something, numbers with all their digits. */
final class CsvForm {
    private CsvForm() {}

    static String of(Document document) {
        StringBuilder text = new StringBuilder("table,row,name,column,value\n");
        for (Grid grid : document.grids()) {
            for (int row = 0; row < grid.rows().size(); row++) {
                row(grid, row).forEach(line -> text.append(line).append('\n'));
            }
        }
        return text.toString();
    }

    private static Stream<String> row(Grid grid, int number) {
        List<Cell> row = grid.rows().get(number);
        return Stream.iterate(1, i -> i < row.size(), i -> i + 1)
                .filter(i ->
                        row.get(i).value().isPresent() || !grid.columns().get(i).number())
                .map(i -> Csv.line(
                        grid.id(),
                        number,
                        row.getFirst().text(),
                        grid.columns().get(i).key(),
                        value(row.get(i))));
    }

    private static Object value(Cell cell) {
        return cell.value().isPresent() ? JsonForm.number(cell.value().getAsDouble()) : cell.text();
    }
}
