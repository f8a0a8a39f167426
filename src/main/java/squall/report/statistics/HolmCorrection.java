package squall.report.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Holm's correction (1979): p values such that the chance of any false alarm in the whole family stays at the level. */
public final class HolmCorrection {
    private HolmCorrection() {}

    /** In the order given. */
    public static List<Double> adjusted(List<Double> p) {
        List<Integer> order = IntStream.range(0, p.size())
                .boxed()
                .sorted(Comparator.comparing(p::get))
                .toList();
        double[] adjusted = new double[p.size()];
        double highest = 0;
        for (int place = 0; place < order.size(); place++) {
            highest = Math.max(highest, Math.min(1, (p.size() - place) * p.get(order.get(place))));
            adjusted[order.get(place)] = highest;
        }
        return IntStream.range(0, p.size()).mapToObj(i -> adjusted[i]).toList();
    }

    /** The fewest runs on each side with which a family of so many metrics can show anything at this risk. */
    public static int runsNeeded(int metrics, double risk) {
        return IntStream.iterate(1, runs -> runs + 1)
                .filter(runs -> enough(runs, runs, metrics, risk))
                .findFirst()
                .orElseThrow();
    }

    /** Whether the strongest of so many metrics could be significant with these runs at all. */
    public static boolean enough(int first, int second, int metrics, double risk) {
        return MannWhitney.least(first, second) * metrics <= risk;
    }
}
