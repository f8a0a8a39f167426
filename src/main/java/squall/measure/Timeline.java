package squall.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import squall.measure.SuccessGaps.SuccessGap;
import squall.spi.Operation;
import squall.spi.Outcome;

/**
 * Timeline of a run: aggregates samples into seconds, windows and sums. Has one owner at a time and no clock: the owner reports the
 * progress of time.
 *
 * <p>A second passes through three states. Until it is closed it accepts samples by due time and by completion.
 *
 * <pre>
 *   running --liveSecond--> over, something due in it may still be under way --settle--> closed: a Tick, added to its window
 * </pre>
 *
 * <p>A window's counts, latency and service times are those of the operations due in it. Of a second there are also the completions, and its
 * service times are theirs. A call that hangs for minutes keeps many seconds over but not closed; their histograms are folded meanwhile.
 */
public final class Timeline {
    static final long SECOND_NS = 1_000_000_000L;

    /** Number of seconds after which an open second is folded: nearly every answer takes less. */
    private static final int FOLD_AFTER = 15;

    private final List<Operation> operations;
    private final OutcomeNumbers outcomes;
    private final RunWindows windows;
    private final List<MeasurementCell[]> sums = new ArrayList<>();
    private final List<OpenSecond> open = new ArrayList<>();
    // Shared by all empty members of ticks: never recorded into, so a second without operations costs no histogram.
    private final Histogram none = MicrosHistogram.newHistogram();
    private final Histogram unfinishedWait = MicrosHistogram.newHistogram();
    private final SuccessGaps gaps = new SuccessGaps();
    private long firstOpen;
    private @Nullable OpenSecond lastDue;
    private @Nullable OpenSecond lastDone;
    private long acknowledged;
    private long failed;

    /** @param windows other threads may open further ones at any time */
    public Timeline(List<Operation> operations, RunWindows windows, OutcomeNumbers outcomes) {
        this.operations = List.copyOf(operations);
        this.windows = windows;
        this.outcomes = outcomes;
        requireOrdinals(this.operations);
    }

    /** Adds one sample. @param code as {@link SampleCode#of} packed it; due, sent and done in this order */
    public void sample(long code, long dueNs, long sentNs, long doneNs) {
        int operation = SampleCode.operation(code);
        Outcome outcome = outcomes.outcome(SampleCode.outcome(code));
        boolean ok = outcome instanceof Outcome.Ok;
        long serviceNs = doneNs - sentNs;
        MeasurementCell due = dueSecond(dueNs).cell(operation);
        due.due(code, outcome, doneNs - dueNs, serviceNs);
        OpenSecond over = doneSecond(doneNs);
        MeasurementCell done = over.cell(operation);
        done.completed(ok);
        if (ok) {
            MeasurementCell.acknowledged(due, done, serviceNs);
        }
        if (!operations.get(operation).part()) {
            if (ok) {
                over.acknowledged(doneNs);
            }
            acknowledged += ok ? 1 : 0;
            failed += ok ? 0 : 1;
        }
    }

    /**
     * Charges a turn that was due and never answered with its wait until the end of the run.
     *
     * @param operation null if it is known only when the turn is performed; its wait is then only in {@link #unfinishedWait}
     */
    public void unfinished(@Nullable Operation operation, long dueNs, long endNs) {
        long waitNs = Math.max(0, endNs - dueNs); // a turn sent while the run was ended may be due just after the end
        unfinishedWait.recordValue((waitNs + 500) / 1000);
        if (operation != null) {
            dueSecond(dueNs).cell(operation.ordinal()).unfinished(waitNs);
        }
    }

    /** Ends a second and returns its completions as far as they are known. To be called in order of seconds. */
    public LiveSecond liveSecond(long second, InFlight inFlight, long lagNs, long finishedTurns) {
        foldOld(second);
        if (second < firstOpen) {
            throw new IllegalStateException(
                    "second " + second + " is already closed; the first open second is " + firstOpen);
        }
        OpenSecond over = second(second);
        over.over(inFlight, lagNs);
        return new LiveSecond(second, over.liveTicks(operations, none), inFlight.operations(), lagNs, finishedTurns);
    }

    /**
     * Closes every second that lies before {@code beforeNs}, including empty ones.
     *
     * @param beforeNs no sample with an earlier due or completion time will come
     */
    public void settle(long beforeNs, Consumer<Tick> ticks) {
        while ((firstOpen + 1) * SECOND_NS <= beforeNs) {
            close(ticks);
        }
    }

    /** Closes every second up to the end, and those beyond it in which an operation was completed. */
    public void finish(long endNs, Consumer<Tick> ticks) {
        while (firstOpen * SECOND_NS < endNs || !open.isEmpty()) {
            close(ticks);
        }
    }

    /** Returns the summary of each window that has begun. Valid after {@link #finish}. */
    public List<WindowSummary> windows(long endNs) {
        List<Window> all = windows.all();
        return IntStream.range(0, all.size())
                .filter(i -> i == 0 || begun(all.get(i)))
                .mapToObj(i -> summary(ended(all.get(i)), sums(i), endNs))
                .toList();
    }

    /** Returns the summary of all windows but a calibration. Valid after {@link #finish}. */
    public WindowSummary total(long endNs) {
        MeasurementCell[] total = cells(operations.size());
        List<Window> all = windows.all();
        for (int place = 0; place < sums.size(); place++) {
            if (!all.get(place).calibration()) {
                addTo(total, sums.get(place));
            }
        }
        long from = all.getFirst().calibration() ? all.getFirst().toSecond() : 0;
        return summary(new Window("total", Window.Kind.STEADY, from, Math.max(from, firstOpen)), total, endNs);
    }

    private static void addTo(MeasurementCell[] total, MeasurementCell[] window) {
        for (int operation = 0; operation < total.length; operation++) {
            total[operation].add(window[operation]);
        }
    }

    /**
     * Returns the longest time in which operations were due and none was acknowledged; empty if it is too short to report. Valid after
     * {@link #finish}.
     */
    public Optional<SuccessGap> longestGap(long endNs) {
        return gaps.longest(endNs);
    }

    /** Returns the charged waits of all unfinished turns, including those whose operation is not known; microseconds. */
    public Histogram unfinishedWait() {
        return unfinishedWait;
    }

    /** Returns the number of whole operations acknowledged so far. */
    public long acknowledged() {
        return acknowledged;
    }

    /** Returns the number of whole operations refused or unknown so far. */
    public long failed() {
        return failed;
    }

    private void close(Consumer<Tick> ticks) {
        OpenSecond closing = open.isEmpty() ? new OpenSecond(firstOpen, operations.size()) : open.removeFirst();
        int place = windows.take(closing.number());
        closing.addTo(sums(place));
        firstOpen++;
        lastDue = null;
        lastDone = null;
        Tick tick = closing.tick(windows.all().get(place), operations, outcomes, none);
        gaps.tick(tick);
        ticks.accept(tick);
    }

    /** Returns the sums of a window; the first call for a window folds those of the previous ones. */
    private MeasurementCell[] sums(int place) {
        while (sums.size() <= place) {
            sums.forEach(cells -> List.of(cells).forEach(MeasurementCell::fold));
            sums.add(cells(operations.size()));
        }
        return sums.get(place);
    }

    private OpenSecond dueSecond(long ns) {
        OpenSecond known = lastDue;
        if (known == null || !known.contains(ns)) {
            // A time before the promised floor has lost its second; the oldest open one takes it, so that sums stay
            // complete.
            known = second(Math.max(firstOpen, ns / SECOND_NS));
            lastDue = known;
        }
        return known;
    }

    private OpenSecond doneSecond(long ns) {
        OpenSecond known = lastDone;
        if (known == null || !known.contains(ns)) {
            known = second(Math.max(firstOpen, ns / SECOND_NS));
            lastDone = known;
        }
        return known;
    }

    private OpenSecond second(long number) {
        while (firstOpen + open.size() <= number) {
            open.add(new OpenSecond(firstOpen + open.size(), operations.size()));
        }
        return open.get((int) (number - firstOpen));
    }

    private void foldOld(long second) {
        long last = second - FOLD_AFTER;
        for (int i = 0; i < open.size() && firstOpen + i <= last; i++) {
            open.get(i).fold();
        }
    }

    /** Returns whether the window contains any second; a window without seconds is not reported. */
    private boolean begun(Window window) {
        return window.fromSecond() < Math.min(window.toSecond(), firstOpen);
    }

    private Window ended(Window window) {
        return window.until(Math.max(window.fromSecond(), Math.min(window.toSecond(), firstOpen)));
    }

    private WindowSummary summary(Window window, MeasurementCell[] cells, long endNs) {
        long toNs = Math.min(endNs, window.toSecond() * SECOND_NS);
        double seconds = Math.max(0, toNs - window.fromSecond() * SECOND_NS) / (double) SECOND_NS;
        return new WindowSummary(
                window,
                seconds,
                operations.stream()
                        .map(o -> cells[o.ordinal()].summary(o, outcomes))
                        .toList());
    }

    private static MeasurementCell[] cells(int operations) {
        MeasurementCell[] cells = new MeasurementCell[operations];
        Arrays.setAll(cells, i -> new MeasurementCell());
        return cells;
    }

    private static void requireOrdinals(List<Operation> operations) {
        if (operations.size() > SampleCode.MAX_OPERATIONS) {
            throw new IllegalArgumentException(
                    "a load can have " + SampleCode.MAX_OPERATIONS + " operations, not " + operations.size());
        }
        for (int i = 0; i < operations.size(); i++) {
            if (operations.get(i).ordinal() != i) {
                throw new IllegalArgumentException("operations must be in the order of their ordinals: " + operations);
            }
        }
    }

    /** Open second of a run; holds a cell only for operations with samples. */
    private static final class OpenSecond {
        private final long number;
        private final @Nullable MeasurementCell[] cells;
        private InFlight inFlight = InFlight.NONE;
        private long lagNs;
        private long firstAcknowledgedNs = Long.MAX_VALUE;
        private long lastAcknowledgedNs = Long.MIN_VALUE;

        OpenSecond(long number, int operations) {
            this.number = number;
            this.cells = new @Nullable MeasurementCell[operations];
        }

        long number() {
            return number;
        }

        boolean contains(long ns) {
            long into = ns - number * Timeline.SECOND_NS;
            return into >= 0 && into < Timeline.SECOND_NS;
        }

        MeasurementCell cell(int operation) {
            MeasurementCell found = cells[operation];
            if (found == null) {
                found = new MeasurementCell();
                cells[operation] = found;
            }
            return found;
        }

        /** Counts an acknowledged whole operation. */
        void acknowledged(long doneNs) {
            firstAcknowledgedNs = Math.min(firstAcknowledgedNs, doneNs);
            lastAcknowledgedNs = Math.max(lastAcknowledgedNs, doneNs);
        }

        void addTo(MeasurementCell[] sums) {
            for (int operation = 0; operation < cells.length; operation++) {
                MeasurementCell found = cells[operation];
                if (found != null) {
                    sums[operation].add(found);
                }
            }
        }

        void fold() {
            for (MeasurementCell found : cells) {
                if (found != null) {
                    found.fold();
                }
            }
        }

        void over(InFlight inFlightThen, long lagNsThen) {
            inFlight = inFlightThen;
            lagNs = lagNsThen;
        }

        Tick tick(Window window, List<Operation> operations, OutcomeNumbers outcomes, Histogram none) {
            List<OperationTick> ticks = new ArrayList<>(cells.length);
            for (Operation operation : operations) {
                ticks.add(orEmpty(operation).tick(operation, outcomes, none));
            }
            Optional<Tick.Acknowledged> acknowledged = firstAcknowledgedNs > lastAcknowledgedNs
                    ? Optional.empty()
                    : Optional.of(new Tick.Acknowledged(firstAcknowledgedNs, lastAcknowledgedNs));
            return new Tick(number, window, ticks, inFlight.operations(), lagNs, inFlight.oldestNs(), acknowledged);
        }

        List<OperationTick> liveTicks(List<Operation> operations, Histogram none) {
            return operations.stream().map(o -> orEmpty(o).liveTick(o, none)).toList();
        }

        private MeasurementCell orEmpty(Operation operation) {
            MeasurementCell found = cells[operation.ordinal()];
            return found == null ? new MeasurementCell() : found;
        }
    }

    /**
     * Number and age of the operations in flight at one moment.
     *
     * @param operations sent and not answered
     * @param oldestNs time since the oldest of them was due; 0 if there is none
     */
    public record InFlight(int operations, long oldestNs) {
        public static final InFlight NONE = new InFlight(0, 0);
    }
}
