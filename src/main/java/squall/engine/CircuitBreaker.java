package squall.engine;

import squall.scenario.ClientPolicy.CircuitBreakerRule;

/**
 * Circuit breaker that refuses attempts for a while after too many have failed. May be used by several threads.
 *
 * <pre>
 *   closed --share of failures among the last calls--> open --time over, one attempt is tried--> closed, or open again
 * </pre>
 */
final class CircuitBreaker {
    /** Answer to a caller that wants to send an attempt. */
    enum Permission {
        REFUSED,
        SENT,
        /** Sent as the only attempt while the circuit is open; its end decides. */
        TRIED
    }

    private final CircuitBreakerRule rule;
    private final boolean[] failed;
    private int known;
    private int next;
    private int failures;
    private boolean open;
    private boolean trying;
    private long openUntilNs;

    CircuitBreaker(CircuitBreakerRule rule) {
        this.rule = rule;
        this.failed = new boolean[rule.calls()];
    }

    /** @param nowNs of any clock, the same for all calls */
    synchronized Permission ask(long nowNs) {
        if (!open) {
            return Permission.SENT;
        }
        if (trying || nowNs - openUntilNs < 0) {
            return Permission.REFUSED;
        }
        trying = true;
        return Permission.TRIED;
    }

    /** Counts the end of an attempt that was permitted; one that ends while the circuit is open does not count. */
    synchronized void ended(Permission permission, boolean ok, long nowNs) {
        switch (permission) {
            case REFUSED -> {}
            case SENT -> {
                if (!open) {
                    count(ok, nowNs);
                }
            }
            case TRIED -> {
                trying = false;
                if (ok) {
                    open = false;
                } else {
                    openUntilNs = nowNs + rule.open().toNanos();
                }
            }
        }
    }

    private void count(boolean ok, long nowNs) {
        failures += (ok ? 0 : 1) - (known == failed.length && failed[next] ? 1 : 0);
        failed[next] = !ok;
        next = (next + 1) % failed.length;
        known = Math.min(known + 1, failed.length);
        // divided, as 0.55 * 100 is more than 55
        if (known == failed.length && (double) failures / failed.length >= rule.failureShare()) {
            open = true;
            openUntilNs = nowNs + rule.open().toNanos();
            known = 0;
            next = 0;
            failures = 0;
        }
    }
}
