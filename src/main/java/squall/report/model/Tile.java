package squall.report.model;

/**
 * A headline figure.
 *
 * @param note of which window, by which definition
 */
public record Tile(String label, String value, String note, Tone tone) {}
