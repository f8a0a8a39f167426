package squall.testbed.cassandra.agent;

import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Gate of methods that rules call: a deadline that is enforced inside the node, and places where threads and messages wait. Times are
 * passed as text, because Byteman's language has no long literals. Thread-safe.
 */
public final class RuleGate {
    // Static, because the text of a rule reaches nothing else. Guarded by its own monitor.
    private static final Set<String> CLOSED = new HashSet<>();

    private RuleGate() {}

    /** Returns whether the node's JVM has not reached this uptime yet. */
    public static boolean before(String uptimeMs) {
        return uptimeMs() < Long.parseLong(uptimeMs);
    }

    /** Delays a task by this time, and up to {@code jitterMs} at random; no thread waits meanwhile. */
    public static void later(Executor executor, Runnable task, String byMs, String jitterMs) {
        long more = ThreadLocalRandom.current().nextLong(Long.parseLong(jitterMs) + 1);
        CompletableFuture.delayedExecutor(Long.parseLong(byMs) + more, TimeUnit.MILLISECONDS, executor)
                .execute(task);
    }

    static long uptimeMs() {
        return ManagementFactory.getRuntimeMXBean().getUptime();
    }

    static void close(String name) {
        synchronized (CLOSED) {
            CLOSED.add(name);
        }
    }

    static void open(String name) {
        synchronized (CLOSED) {
            CLOSED.remove(name);
            CLOSED.notifyAll();
        }
    }

    /** Blocks the caller for this time, but only as long as the rule with this name exists and is not expired. */
    public static void hold(String name, String eachMs, String uptimeMs) throws InterruptedException {
        long until = Math.min(Long.parseLong(uptimeMs), uptimeMs() + Long.parseLong(eachMs));
        synchronized (CLOSED) {
            for (long left = until - uptimeMs(); left > 0 && CLOSED.contains(name); left = until - uptimeMs()) {
                CLOSED.wait(left);
            }
        }
    }
}
