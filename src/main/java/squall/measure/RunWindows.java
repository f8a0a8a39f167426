package squall.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * Sequence of a run's windows, in order and without gaps; the last one is open-ended until the next is opened.
 *
 * <p>Thread-safe. A second stays in the window it was first assigned to.
 */
public final class RunWindows {
    private final List<Window> windows;
    private long firstFree;

    /** @param first without gaps from second 0; the last one ends at {@link Long#MAX_VALUE} */
    public RunWindows(List<Window> first) {
        this.windows = new ArrayList<>(first);
        requireNoGaps(first);
    }

    /**
     * Opens a window and closes the previous one.
     *
     * @param wanted the first second it should have; it begins later if that second is already taken, and at the start of the previous
     *     window if that is not earlier, which leaves that window empty
     * @return the new window
     */
    public synchronized Window open(Window wanted) {
        Window last = windows.getLast();
        long from = Math.max(wanted.fromSecond(), Math.max(firstFree, last.fromSecond()));
        Window opened = new Window(wanted.name(), wanted.kind(), from, Long.MAX_VALUE, wanted.origin());
        windows.set(windows.size() - 1, last.until(from));
        windows.add(opened);
        return opened;
    }

    /** Gives the last window, which is open, another name; to be called before its first second is taken. */
    public synchronized void nameLast(String name) {
        windows.set(windows.size() - 1, windows.getLast().named(name));
    }

    /** Returns all windows so far. */
    public synchronized List<Window> all() {
        return List.copyOf(windows);
    }

    /** Returns the number of windows that begin at or before this second. */
    public synchronized int begun(long second) {
        return (int)
                windows.stream().filter(window -> window.fromSecond() <= second).count();
    }

    /** Assigns a second to its window for good. @return the index of the window in {@link #all} */
    synchronized int take(long second) {
        firstFree = Math.max(firstFree, second + 1);
        int place = windows.size() - 1;
        while (!windows.get(place).contains(second)) {
            place--;
        }
        return place;
    }

    private static void requireNoGaps(List<Window> windows) {
        long next = 0;
        for (Window window : windows) {
            if (window.fromSecond() != next) {
                throw new IllegalArgumentException("windows must follow each other from second 0, but " + window.name()
                        + " begins at " + window.fromSecond() + " and not at " + next);
            }
            next = window.toSecond();
        }
        if (next != Long.MAX_VALUE) {
            throw new IllegalArgumentException("the last window must be open-ended, but it ends at second " + next);
        }
    }
}
