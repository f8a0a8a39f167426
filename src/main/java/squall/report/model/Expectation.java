package squall.report.model;

/**
 * Something that was wanted of the run, and what came of it.
 *
 * @param subject what it was wanted of: a phase, the data, the run
 * @param wanted as it was written down
 * @param observed what was found, with its window and count
 */
public record Expectation(String subject, String wanted, Status status, String observed) {}
