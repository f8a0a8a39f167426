package squall.report.form;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import squall.cli.Screen;
import squall.report.Table;
import squall.report.model.Cell;
import squall.report.model.Column;
import squall.report.model.Document;
import squall.report.model.Grid;
import squall.report.model.Scorecard;
import squall.report.model.Tile;
import squall.report.model.Tone;

/** A report for a terminal: no line is wider than the screen, but for the command to copy. */
final class TextForm {
    private final Screen screen;

    TextForm(Screen screen) {
        this.screen = screen;
    }

    String of(Document document) {
        List<String> lines = new ArrayList<>();
        lines.addAll(screen.wrap(document.title()));
        lines.addAll(screen.wrap(document.subtitle()));
        lines.addAll(verdict(document));
        document.warnings().forEach(warning -> lines.addAll(screen.wrap("! " + warning)));
        if (document.leadsEverything()) {
            document.grid(document.leading()).ifPresent(grid -> lines.addAll(grid(grid)));
        }
        lines.add("");
        lines.addAll(tiles(document.tiles()));
        document.furtherGrids().forEach(grid -> lines.addAll(grid(grid)));
        if (!document.reproduce().isEmpty()) {
            lines.addAll(List.of("", "Reproduce", document.reproduce()));
        }
        lines.add("");
        lines.addAll(screen.wrap(document.method()));
        return lines.stream().map(String::stripTrailing).collect(Collectors.joining("\n", "", "\n"));
    }

    private List<String> verdict(Document document) {
        String line = sign(document.verdict().status().shown()) + ": "
                + document.verdict().headline();
        List<String> lines = new ArrayList<>();
        lines.add(painted(screen.fit(line), document.verdict().status().tone()));
        document.verdict().reasons().forEach(reason -> lines.addAll(screen.wrap("  " + reason)));
        return lines;
    }

    private List<String> tiles(List<Tile> tiles) {
        int label = tiles.stream().mapToInt(tile -> tile.label().length()).max().orElse(0);
        int value = tiles.stream().mapToInt(tile -> tile.value().length()).max().orElse(0);
        return tiles.stream()
                .map(tile -> screen.fit(
                        padded(tile.label(), label) + "  " + padded(sign(tile.value()), value) + "  " + tile.note()))
                .toList();
    }

    private List<String> grid(Grid grid) {
        List<String> lines = new ArrayList<>(List.of("", grid.title()));
        if (grid.id().equals(Scorecard.ID)) {
            lines.addAll(new ScorecardText(grid).lines(screen));
        } else if (grid.columns().stream().anyMatch(Column::number)) {
            lines.addAll(table(grid).lines(screen.columns()));
        } else {
            grid.rows().forEach(row -> lines.addAll(screen.wrap(words(row))));
        }
        return lines;
    }

    private static Table table(Grid grid) {
        return new Table(IntStream.range(0, grid.columns().size())
                .mapToObj(i -> {
                    Column column = grid.columns().get(i);
                    return new Table.Column(
                            column.heading(),
                            column.importance(),
                            !column.number(),
                            grid.rows().stream().map(row -> row.get(i).text()).toList());
                })
                .toList());
    }

    private String words(List<Cell> row) {
        return row.getFirst().text() + ": "
                + row.stream().skip(1).map(cell -> sign(cell.text())).collect(Collectors.joining(", "));
    }

    private String painted(String line, Tone tone) {
        return switch (tone) {
            case GOOD -> screen.green(line);
            case BAD -> screen.red(line);
            case DIM -> screen.dim(line);
            case PLAIN, MILD, WARM, HOT -> line;
        };
    }

    /** With signs that the screen can show. */
    private String sign(String text) {
        return screen.unicode() ? text : text.replaceFirst("^[✓✗–…] ", "").replace("→", "->");
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
