package squall.report.model;

/**
 * A column of a table.
 *
 * @param key its name in files
 * @param heading its name for people, the unit included
 * @param number whether it holds numbers
 * @param importance where a screen is too narrow, columns of lower importance leave first
 */
public record Column(String key, String heading, boolean number, int importance) {
    public static Column text(String key, String heading, int importance) {
        return new Column(key, heading, false, importance);
    }

    public static Column number(String key, String heading, int importance) {
        return new Column(key, heading, true, importance);
    }
}
