package squall.report.chart;

import java.util.List;
import java.util.stream.IntStream;
import squall.measure.Window;

/**
 * What a page draws, and with which of the program's own scripts.
 *
 * @param script that draws it, by its name among the resources
 * @param places where it draws, in their order
 * @param head what the script has to know: a record whose members it reads by their names
 * @param columns in the order in which the script reads them
 * @param live whether a server sends the page again as the run goes on
 */
public record PageCharts(
        String script, List<ChartSection> places, Record head, List<ChartTrack> columns, boolean live) {
    /**
     * A section of the page with charts.
     *
     * @param slot by which the script finds it
     */
    public record ChartSection(String id, String title, String note, String slot) {}

    /** With more numbers than this, several seconds share one. */
    private static final int MOST_NUMBERS = 400_000;

    /** Of a page that stays as it is. */
    public PageCharts(String script, List<ChartSection> places, Record head, List<ChartTrack> columns) {
        this(script, places, head, columns, false);
    }

    /** The same, followed while the run goes on. */
    public PageCharts followed() {
        return new PageCharts(script, places, head, columns, true);
    }

    public PageCharts {
        places = List.copyOf(places);
        columns = List.copyOf(columns);
    }

    /** How many seconds share a number where there would be so many numbers. */
    public static int step(long numbers) {
        return IntStream.of(1, 2, 5, 10, 20, 30, 60, 120, 300)
                .filter(step -> numbers / step <= MOST_NUMBERS)
                .findFirst()
                .orElse(600);
    }

    /** A window as all scripts know it; seconds from and to. */
    public record DrawnWindow(String name, Window.Kind kind, long from, long to) {
        public static List<DrawnWindow> of(List<Window> windows) {
            return windows.stream()
                    .map(window ->
                            new DrawnWindow(window.name(), window.kind(), window.fromSecond(), window.toSecond()))
                    .toList();
        }
    }
}
