package squall.report.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import squall.measure.Window;
import squall.report.chart.Track;
import squall.report.model.Evidence;

/**
 * One time for runs whose windows are not equally long: each window begins where the one before has ended in the run in which that is
 * longest.
 *
 * @param windows in that time
 */
record Alignment(List<Window> windows) {
    Alignment {
        windows = List.copyOf(windows);
    }

    /** Of runs whose windows have the same names in the same order; what follows the first name that differs is left out. */
    static Alignment of(List<Evidence> runs) {
        List<Window> aligned = new ArrayList<>();
        long from = 0;
        for (int number = 0; same(number, runs); number++) {
            int index = number;
            long length = runs.stream()
                    .mapToLong(run -> length(run.windows().get(index)))
                    .max()
                    .orElse(0);
            Window window = runs.getFirst().windows().get(number);
            aligned.add(new Window(window.name(), window.kind(), from, from + length, window.origin()));
            from += length;
        }
        return new Alignment(aligned);
    }

    private static boolean same(int number, List<Evidence> runs) {
        return runs.stream().allMatch(run -> number < run.windows().size())
                && runs.stream()
                                .map(run -> run.windows().get(number).name())
                                .distinct()
                                .count()
                        == 1;
    }

    private static long length(Window window) {
        return window.toSecond() - window.fromSecond();
    }

    int seconds() {
        return windows.isEmpty() ? 0 : Math.toIntExact(windows.getLast().toSecond());
    }

    /** A number for each second of a run, in the common time. */
    Track seconds(Evidence run, Track track) {
        int[] aligned = new int[seconds()];
        Arrays.fill(aligned, Track.NONE);
        for (int number = 0; number < windows.size(); number++) {
            Window own = run.windows().get(number);
            int by = Math.toIntExact(windows.get(number).fromSecond() - own.fromSecond());
            for (long s = own.fromSecond(); s < Math.min(own.toSecond(), track.size()); s++) {
                aligned[(int) s + by] = track.at((int) s);
            }
        }
        return Track.of(Arrays.stream(aligned));
    }

    /** When the intervals of a run begin, in the common time; those of no window that is aligned have no place. */
    Track starts(Evidence run, Track from) {
        return Track.of(from.values().map(second -> moved(run, second)));
    }

    private int moved(Evidence run, int second) {
        return IntStream.range(0, windows.size())
                .filter(number -> run.windows().get(number).contains(second))
                .map(number -> (int) (second
                        + windows.get(number).fromSecond()
                        - run.windows().get(number).fromSecond()))
                .findFirst()
                .orElse(Track.NONE);
    }
}
