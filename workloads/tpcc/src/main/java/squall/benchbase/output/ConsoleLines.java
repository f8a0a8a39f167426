package squall.benchbase.output;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import squall.benchbase.config.TransactionSettings;
import squall.benchbase.config.WorkPhase;

/** The lines of BenchBase's console that other tools look for. */
public final class ConsoleLines {
    private static final int KEY_WIDTH = 80;
    private static final int LONGEST_BAR = 80;

    private ConsoleLines() {}

    /** How BenchBase announces a phase. */
    public static String phaseStart(WorkPhase phase, List<TransactionSettings> transactions) {
        if (phase.rate() instanceof WorkPhase.RequestRate.Disabled) {
            return "PHASE START :: [Workload=TPCC] [Disabled=true]";
        }
        String ratios = transactions.stream()
                .map(transaction -> Double.toString(phase.weights().getOrDefault(transaction.type(), 0.0)))
                .collect(Collectors.joining(", ", "[", "]"));
        return "PHASE START :: [Workload=TPCC] [Serial=" + phase.serial() + "] [Time="
                + phase.length().orElse(Duration.ZERO).toSeconds() + "] [WarmupTime="
                + phase.warmUp().toSeconds() + "] [Rate=" + rate(phase.rate()) + "] [Arrival=" + arrival(phase.rate())
                + "] [Ratios=" + ratios + "] [ActiveWorkers=" + phase.activeTerminals() + "]";
    }

    /** The line of the whole run, then the six blocks of counts. */
    static List<String> results(RequestTotals totals, BenchmarkPeriod span) {
        List<String> lines = new ArrayList<>();
        lines.add("Rate limited reqs/s: Results(state=" + span.state() + ", nanoSeconds="
                + span.measured().toNanos() + ", measuredRequests="
                + totals.requests() + ") = " + span.perSecond(totals.requests()) + " requests/sec (throughput), "
                + span.perSecond(totals.counts(RequestEnd.COMPLETED).sum()) + " requests/sec (goodput)");
        lines.add("Workload Histograms:");
        lines.addAll(block(RequestEnd.COMPLETED.title(), totals.counts(RequestEnd.COMPLETED)));
        lines.addAll(block(RequestEnd.ABORTED.title(), totals.counts(RequestEnd.ABORTED)));
        lines.addAll(block("Rejected Transactions (Server Retry)", totals.retries()));
        lines.add("Rejected Transactions (Retry Different):");
        lines.add("<EMPTY>"); // Squall retries the same transaction with the same input, never another one
        lines.addAll(block(RequestEnd.UNEXPECTED.title(), totals.counts(RequestEnd.UNEXPECTED)));
        lines.addAll(block(RequestEnd.UNKNOWN.title(), totals.counts(RequestEnd.UNKNOWN)));
        return List.copyOf(lines);
    }

    private static List<String> block(String title, RequestTotals.RequestCounts counts) {
        List<String> lines = new ArrayList<>(List.of(title + ":"));
        if (counts.sum() == 0) {
            lines.add("<EMPTY>");
        }
        int width = Long.toString(counts.largest()).length();
        counts.byKey()
                .forEach((key, count) -> lines.add(String.format(
                        Locale.ROOT, "%-" + KEY_WIDTH + "s [%" + width + "d] %s", key, count, "*".repeat((int)
                                        (count * LONGEST_BAR / counts.largest())))));
        return lines;
    }

    private static String rate(WorkPhase.RequestRate rate) {
        return switch (rate) {
            case WorkPhase.RequestRate.Unlimited unlimited -> "unlimited";
            case WorkPhase.RequestRate.Disabled disabled -> "disabled";
            case WorkPhase.RequestRate.PerSecond(double requests, boolean poisson) -> Double.toString(requests);
        };
    }

    private static String arrival(WorkPhase.RequestRate rate) {
        return rate instanceof WorkPhase.RequestRate.PerSecond(double requests, boolean poisson) && poisson
                ? "POISSON"
                : "REGULAR";
    }

    /**
     * When the phases of a command ran.
     *
     * @param startedAtEpochMs the first one's second 0; 0 if none began
     * @param endedAtEpochUs when the last answer came, or the time was over
     * @param measured all of them together, without warm-ups
     * @param complete whether each came to its planned end
     */
    record BenchmarkPeriod(long startedAtEpochMs, long endedAtEpochUs, Duration measured, boolean complete) {
        static BenchmarkPeriod of(List<PhaseLog> phases) {
            return new BenchmarkPeriod(
                    phases.stream().mapToLong(PhaseLog::startedAtEpochMs).min().orElse(0),
                    phases.stream().mapToLong(PhaseLog::endedAtEpochUs).max().orElse(0),
                    phases.stream().map(PhaseLog::measured).reduce(Duration.ZERO, Duration::plus),
                    phases.stream().allMatch(PhaseLog::complete));
        }

        /** BenchBase's word for it. */
        String state() {
            return complete ? "EXIT" : "ERROR";
        }

        /** 0 if no time passed. */
        double perSecond(long count) {
            return measured.isZero() ? 0 : count * 1e9 / measured.toNanos();
        }
    }
}
