package squall.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import squall.spi.Operation;
import squall.spi.Outcome;

/**
 * Turns samples into seconds, windows and sums. Has one owner at a time and no clock: it is told how far time has come.
 *
 * <p>A second passes through three states. Until it is closed it takes samples on both sides, by due time and by completion.
 *
 * <pre>
 *   running --pulse--> over, something due in it may still be under way --settle--> closed: a Tick, added to its window
 * </pre>
 *
 * <p>A window's counts and latency are those of the operations due in it; its service times those of the operations completed in
 * it. A call that hangs for minutes keeps many seconds over but not closed; their histograms are folded meanwhile.
 */
public final class Timeline {
    static final long SECOND_NS = 1_000_000_000L;

    /** After this many seconds an open second is folded: longer than nearly every answer takes. */
    private static final int FOLD_AFTER = 15;

    private final List<Operation> operations;
    private final Outcomes outcomes;
    private final Windows windows;
    private final List<Cell[]> sums = new ArrayList<>();
    private final List<Second> open = new ArrayList<>();
    // Shared by all empty members of ticks: never recorded into, so a quiet second costs no histogram.
    private final Histogram none = Values.newHistogram();
    private final Histogram unfinishedWait = Values.newHistogram();
    private final SuccessGaps gaps = new SuccessGaps();
    private long firstOpen;
    private @Nullable Second lastDue;
    private @Nullable Second lastDone;
    private long acknowledged;
    private long failed;

    /** @param windows others may open further ones at any time */
    public Timeline(List<Operation> operations, Windows windows, Outcomes outcomes) {
        this.operations = List.copyOf(operations);
        this.windows = windows;
        this.outcomes = outcomes;
        requireOrdinals(this.operations);
    }

    /** Takes one sample. @param code as {@link SampleCode#of} packed it; due, sent and done in this order */
    public void sample(long code, long dueNs, long sentNs, long doneNs) {
        int operation = SampleCode.operation(code);
        Outcome outcome = outcomes.outcome(SampleCode.outcome(code));
        boolean ok = outcome instanceof Outcome.Ok;
        long serviceNs = doneNs - sentNs;
        dueSecond(dueNs).cell(operation).due(code, outcome, doneNs - dueNs, serviceNs);
        Second done = doneSecond(doneNs);
        done.cell(operation).completed(ok, serviceNs);
        if (!operations.get(operation).part()) {
            if (ok) {
                done.acknowledged(doneNs);
            }
            acknowledged += ok ? 1 : 0;
            failed += ok ? 0 : 1;
        }
    }

    /**
     * Charges a turn that was due and never answered with its wait until the end of the run.
     *
     * @param operation null if only performing the turn would have told; its wait is then in {@link #unfinishedWait} alone
     */
    public void unfinished(@Nullable Operation operation, long dueNs, long endNs) {
        long waitNs = Math.max(0, endNs - dueNs); // a turn sent while the end was called may be due just after it
        unfinishedWait.recordValue((waitNs + 500) / 1000);
        if (operation != null) {
            dueSecond(dueNs).cell(operation.ordinal()).unfinished(waitNs);
        }
    }

    /** A second is over; says what was completed in it as far as is known. Comes in order of seconds. */
    public Pulse pulse(long second, InFlight inFlight, long lagNs, long finishedTurns) {
        foldOld(second);
        if (second < firstOpen) {
            throw new IllegalStateException(
                    "second " + second + " is closed already, the first open one is " + firstOpen);
        }
        Second over = second(second);
        over.over(inFlight, lagNs);
        return new Pulse(second, over.pulse(operations, none), inFlight.operations(), lagNs, finishedTurns);
    }

    /**
     * Closes every second that lies before {@code beforeNs}, empty ones too.
     *
     * @param beforeNs no sample with an earlier due or completion time will come
     */
    public void settle(long beforeNs, Consumer<Tick> ticks) {
        while ((firstOpen + 1) * SECOND_NS <= beforeNs) {
            close(ticks);
        }
    }

    /** Closes everything up to the end, and beyond it whatever was completed later. */
    public void finish(long endNs, Consumer<Tick> ticks) {
        while (firstOpen * SECOND_NS < endNs || !open.isEmpty()) {
            close(ticks);
        }
    }

    /** Each window that has begun. After {@link #finish}. */
    public List<WindowSummary> windows(long endNs) {
        List<Window> all = windows.all();
        return IntStream.range(0, all.size())
                .filter(i -> i == 0 || begun(all.get(i)))
                .mapToObj(i -> summary(ended(all.get(i)), sums(i), endNs))
                .toList();
    }

    /** All windows together. After {@link #finish}. */
    public WindowSummary total(long endNs) {
        Cell[] total = cells(operations.size());
        for (Cell[] window : sums) {
            Arrays.setAll(total, i -> {
                total[i].add(window[i]);
                return total[i];
            });
        }
        return summary(new Window("total", Window.Kind.STEADY, 0, firstOpen), total, endNs);
    }

    /** The longest stretch in which operations were due and none was acknowledged, if it is worth telling. After {@link #finish}. */
    public Optional<SuccessGap> longestGap(long endNs) {
        return gaps.longest(endNs);
    }

    /** The charged waits of all unfinished turns, also of those whose operation is not known; microseconds. */
    public Histogram unfinishedWait() {
        return unfinishedWait;
    }

    /** Whole operations acknowledged so far. */
    public long acknowledged() {
        return acknowledged;
    }

    /** Whole operations refused or unknown so far. */
    public long failed() {
        return failed;
    }

    private void close(Consumer<Tick> ticks) {
        Second closing = open.isEmpty() ? new Second(firstOpen, operations.size()) : open.removeFirst();
        int place = windows.take(closing.number());
        closing.addTo(sums(place));
        firstOpen++;
        lastDue = null;
        lastDone = null;
        Tick tick = closing.tick(windows.all().get(place), operations, outcomes, none);
        gaps.tick(tick);
        ticks.accept(tick);
    }

    /** The sums of a window; those of the windows before it are folded when it is the first to ask. */
    private Cell[] sums(int place) {
        while (sums.size() <= place) {
            sums.forEach(cells -> List.of(cells).forEach(Cell::fold));
            sums.add(cells(operations.size()));
        }
        return sums.get(place);
    }

    private Second dueSecond(long ns) {
        Second known = lastDue;
        if (known == null || !known.contains(ns)) {
            // A time before what the sessions promised has lost its second; the oldest open one takes it, so that sums
            // stay whole.
            known = second(Math.max(firstOpen, ns / SECOND_NS));
            lastDue = known;
        }
        return known;
    }

    private Second doneSecond(long ns) {
        Second known = lastDone;
        if (known == null || !known.contains(ns)) {
            known = second(Math.max(firstOpen, ns / SECOND_NS));
            lastDone = known;
        }
        return known;
    }

    private Second second(long number) {
        while (firstOpen + open.size() <= number) {
            open.add(new Second(firstOpen + open.size(), operations.size()));
        }
        return open.get((int) (number - firstOpen));
    }

    private void foldOld(long second) {
        long last = second - FOLD_AFTER;
        for (int i = 0; i < open.size() && firstOpen + i <= last; i++) {
            open.get(i).fold();
        }
    }

    /** Whether any second of it is there; a window that was never given one is not told. */
    private boolean begun(Window window) {
        return window.fromSecond() < Math.min(window.toSecond(), firstOpen);
    }

    private Window ended(Window window) {
        return window.until(Math.max(window.fromSecond(), Math.min(window.toSecond(), firstOpen)));
    }

    private WindowSummary summary(Window window, Cell[] cells, long endNs) {
        long toNs = Math.min(endNs, window.toSecond() * SECOND_NS);
        double seconds = Math.max(0, toNs - window.fromSecond() * SECOND_NS) / (double) SECOND_NS;
        return new WindowSummary(
                window,
                seconds,
                operations.stream()
                        .map(o -> cells[o.ordinal()].summary(o, outcomes))
                        .toList());
    }

    private static Cell[] cells(int operations) {
        Cell[] cells = new Cell[operations];
        Arrays.setAll(cells, i -> new Cell());
        return cells;
    }

    private static void requireOrdinals(List<Operation> operations) {
        if (operations.size() > SampleCode.MAX_OPERATIONS) {
            throw new IllegalArgumentException(
                    "a load can have " + SampleCode.MAX_OPERATIONS + " operations, not " + operations.size());
        }
        for (int i = 0; i < operations.size(); i++) {
            if (operations.get(i).ordinal() != i) {
                throw new IllegalArgumentException(
                        "operations must stand in the order of their ordinals: " + operations);
            }
        }
    }
}
