package squall.report.chart;

import java.util.List;
import java.util.stream.IntStream;
import squall.measure.Window;

/**
 * Set of charts of a page, and the scripts that draw them.
 *
 * @param script that draws it, by its name among the resources
 * @param places where it draws, in their order
 * @param head data of the script: a record whose members it reads by their names
 * @param columns in the order in which the script reads them
 * @param live whether a server sends the page again as the run goes on
 */
public record PageCharts(
        String script, List<ChartSection> places, Record head, List<ChartTrack> columns, boolean live) {
    /**
     * Section of the page with charts.
     *
     * @param slot by which the script finds it
     */
    public record ChartSection(String id, String title, String note, String slot) {}

    /** Maximum of numbers on a page; with more, several seconds share one. */
    private static final int MOST_NUMBERS = 400_000;

    /** Creates the charts of a page that does not change. */
    public PageCharts(String script, List<ChartSection> places, Record head, List<ChartTrack> columns) {
        this(script, places, head, columns, false);
    }

    /** Returns these charts for a page that is updated while the run goes on. */
    public PageCharts followed() {
        return new PageCharts(script, places, head, columns, true);
    }

    public PageCharts {
        places = List.copyOf(places);
        columns = List.copyOf(columns);
    }

    /** Returns how many seconds share a number, so that there are not too many numbers. */
    public static int step(long numbers) {
        return IntStream.of(1, 2, 5, 10, 20, 30, 60, 120, 300)
                .filter(step -> numbers / step <= MOST_NUMBERS)
                .findFirst()
                .orElse(600);
    }

    /** Window as all scripts read it; from and to in seconds. */
    public record DrawnWindow(String name, Window.Kind kind, long from, long to) {
        public static List<DrawnWindow> of(List<Window> windows) {
            return windows.stream()
                    .map(window ->
                            new DrawnWindow(window.name(), window.kind(), window.fromSecond(), window.toSecond()))
                    .toList();
        }
    }
}
