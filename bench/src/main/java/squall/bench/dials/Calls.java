package squall.bench.dials;

/**
 * What a server has counted since it began.
 *
 * @param connections made
 * @param refused connections not made
 * @param calls begun: statements, batches, commits and rollbacks
 * @param answered calls that ended well
 * @param failed calls answered with an error
 * @param lost calls whose connection broke, was cut, or timed out
 */
public record Calls(long connections, long refused, long calls, long answered, long failed, long lost) {}
