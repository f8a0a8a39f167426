package squall.report.chart;

/**
 * How many whole operations were how fast when.
 *
 * @param columnSeconds what one column stands for; columns begin with second 0 and leave none out
 * @param lowest number of the lowest row; row n holds latencies of 10^(n/{@link #ROWS_PER_DECADE}) microseconds and more
 * @param rows in each column
 * @param counts column by column, in each from the lowest row up
 */
public record HeatMap(int columnSeconds, int lowest, int rows, ChartTrack counts) {
    public static final int ROWS_PER_DECADE = 10;
}
