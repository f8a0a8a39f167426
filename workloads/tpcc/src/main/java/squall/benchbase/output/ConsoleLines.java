package squall.benchbase.output;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import squall.benchbase.config.TransactionSettings;
import squall.benchbase.config.WorkPhase;
import squall.benchbase.config.WorkPhase.RequestRate;
import squall.engine.schedule.RunStart;

/** Lines of BenchBase's console that other tools look for. */
public final class ConsoleLines {
    private static final int KEY_WIDTH = 80;
    private static final int LONGEST_BAR = 80;

    private ConsoleLines() {}

    /** Returns the line with which BenchBase announces a phase. */
    public static String phaseStart(WorkPhase phase, List<TransactionSettings> transactions) {
        if (phase.rate() instanceof RequestRate.Disabled) {
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

    /** Returns the line about the whole run, then the six blocks of counts. */
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

    private static String rate(RequestRate rate) {
        return switch (rate) {
            case RequestRate.Unlimited unlimited -> "unlimited";
            case RequestRate.Disabled disabled -> "disabled";
            case RequestRate.PerSecond(double requests, boolean poisson) -> Double.toString(requests);
        };
    }

    private static String arrival(RequestRate rate) {
        return rate instanceof RequestRate.PerSecond(double requests, boolean poisson) && poisson
                ? "POISSON"
                : "REGULAR";
    }

    /**
     * Period of the phases of a command.
     *
     * @param phasesUs second 0 of each phase that began, by its number; microseconds since 1970. All are counted from the wall clock at the
     *     first one: setting the clock during the command moves no phase
     * @param endedAtEpochUs end of the last phase, by its last answer or the end of its time; microseconds since 1970, 0 if none began
     * @param measured time of all phases together, without warm-ups
     * @param complete whether each phase came to its planned end
     */
    record BenchmarkPeriod(
            SortedMap<Integer, Long> phasesUs, long endedAtEpochUs, Duration measured, boolean complete) {
        BenchmarkPeriod {
            phasesUs = Collections.unmodifiableSortedMap(new TreeMap<>(phasesUs));
        }

        static BenchmarkPeriod of(List<PhaseLog> phases) {
            SortedMap<Integer, Long> phasesUs = new TreeMap<>();
            long endedUs = 0;
            Optional<RunStart> first = Optional.empty();
            for (PhaseLog phase : phases) {
                if (phase.start().isPresent()) {
                    RunStart start = phase.start().get();
                    first = first.or(phase::start);
                    long startedUs = first.get().epochUsOf(start);
                    phasesUs.put(phase.number(), startedUs);
                    endedUs = startedUs
                            + TimeUnit.NANOSECONDS.toMicros(phase.elapsed().toNanos());
                }
            }
            return new BenchmarkPeriod(
                    phasesUs,
                    endedUs,
                    phases.stream().map(PhaseLog::measured).reduce(Duration.ZERO, Duration::plus),
                    phases.stream().allMatch(PhaseLog::complete));
        }

        /** Returns second 0 of the first phase, in milliseconds since 1970; 0 if none began. */
        long startedAtEpochMs() {
            return phasesUs.isEmpty() ? 0 : startedAtEpochUs(phasesUs.firstKey()) / 1000;
        }

        /** Returns second 0 of a phase that began, in microseconds since 1970. */
        long startedAtEpochUs(int phase) {
            return Objects.requireNonNull(phasesUs.get(phase), () -> "phase " + phase + " never began");
        }

        /** Returns BenchBase's word for the end of the command. */
        String state() {
            return complete ? "EXIT" : "ERROR";
        }

        /** Returns the rate over the measured time; 0 if no time passed. */
        double perSecond(long count) {
            return measured.isZero() ? 0 : count * 1e9 / measured.toNanos();
        }
    }
}
