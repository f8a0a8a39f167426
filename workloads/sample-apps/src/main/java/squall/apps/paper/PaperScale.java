package squall.apps.paper;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How much of the paper's size is run.
 *
 * @param data share of keys, operations and warm-up, in (0, 1]
 * @param threads share of the sessions, in (0, 1]
 */
record PaperScale(BigDecimal data, BigDecimal threads) {
    static final PaperScale FULL = new PaperScale(BigDecimal.ONE, BigDecimal.ONE);

    private static final Set<String> COUNTS = Set.of("num_unique_keys", "num_writes", "num_reads");
    private static final Set<String> SESSIONS = Set.of("num_threads_read", "num_threads_write");

    PaperScale {
        if (!isShare(data) || !isShare(threads)) {
            throw new IllegalArgumentException("shares must be in (0, 1]: " + data + ", " + threads);
        }
    }

    /** The same options at this scale; a warm-up that would be shorter than a second is left out. */
    Map<String, String> of(Map<String, String> options) {
        Map<String, String> scaled = new TreeMap<>(options);
        COUNTS.forEach(name -> scaled.computeIfPresent(name, (key, count) -> atLeastOne(count, data)));
        SESSIONS.forEach(name -> scaled.computeIfPresent(name, (key, count) -> atLeastOne(count, threads)));
        // Keys 0 to M are M + 1 keys.
        scaled.computeIfPresent("max_written_key", (key, last) -> less(atLeastOne(more(last), data)));
        scaled.computeIfPresent("warmup", (key, seconds) -> {
            BigDecimal whole = new BigDecimal(seconds).multiply(data).setScale(0, RoundingMode.DOWN);
            return whole.signum() == 0 ? null : whole.toPlainString();
        });
        return scaled;
    }

    /** What has to be said of figures that were measured at this scale; empty at full scale. */
    String told() {
        return equals(FULL)
                ? ""
                : "Not the paper's size: " + data.toPlainString() + " of its keys and operations, "
                        + threads.toPlainString() + " of its threads.";
    }

    /** What is unlimited, or nothing, stays so. */
    private static String atLeastOne(String count, BigDecimal share) {
        BigDecimal full = new BigDecimal(count);
        return full.signum() <= 0
                ? count
                : full.multiply(share)
                        .setScale(0, RoundingMode.HALF_UP)
                        .max(BigDecimal.ONE)
                        .toPlainString();
    }

    private static String more(String number) {
        return new BigDecimal(number).add(BigDecimal.ONE).toPlainString();
    }

    private static String less(String number) {
        return new BigDecimal(number).subtract(BigDecimal.ONE).toPlainString();
    }

    /** Whether this can be a share: above 0, and not above 1. */
    static boolean isShare(BigDecimal number) {
        return number.signum() > 0 && number.compareTo(BigDecimal.ONE) <= 0;
    }
}
