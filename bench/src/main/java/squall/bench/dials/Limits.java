package squall.bench.dials;

import java.time.Duration;

/**
 * How long a caller waits for an answer.
 *
 * @param statementNs after which the server gives up the statement (57014)
 * @param socketNs after which the caller gives up the connection (08006)
 */
record Limits(long statementNs, long socketNs) {
    static final Limits NONE = new Limits(Long.MAX_VALUE, Long.MAX_VALUE);

    Limits statement(int seconds) {
        return new Limits(
                seconds == 0 ? Long.MAX_VALUE : Duration.ofSeconds(seconds).toNanos(), socketNs);
    }

    Limits socket(int milliseconds) {
        return new Limits(
                statementNs,
                milliseconds == 0
                        ? Long.MAX_VALUE
                        : Duration.ofMillis(milliseconds).toNanos());
    }

    long shortestNs() {
        return Math.min(statementNs, socketNs);
    }
}
