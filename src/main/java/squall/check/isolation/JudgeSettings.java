package squall.check.isolation;

/**
 * Settings of the check of a load's own transactions.
 *
 * @param expectation of the database, as it is configured
 * @param keys whose operations are judged
 */
public record JudgeSettings(IsolationExpectation expectation, KeyShare keys) {}
