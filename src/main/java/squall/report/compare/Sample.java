package squall.report.compare;

import java.util.List;
import squall.cli.Figures;
import squall.report.statistics.RunQuantiles;

/** A metric in all runs of one side. */
public record Sample(List<Reading> readings) {
    public Sample {
        readings = List.copyOf(readings);
    }

    int size() {
        return readings.size();
    }

    /** Whether some of the values are only lower bounds. */
    boolean bounded() {
        return readings.stream().anyMatch(Reading::atLeast);
    }

    /** In the order of the runs; lower bounds are above everything. */
    double[] ranked() {
        return readings.stream().mapToDouble(Reading::ranked).toArray();
    }

    /** In the order of the runs; of lower bounds the bounds. */
    double[] values() {
        return readings.stream().mapToDouble(Reading::value).toArray();
    }

    boolean positive() {
        return readings.stream().allMatch(reading -> reading.value() > 0);
    }

    double median() {
        return RunQuantiles.median(values());
    }

    /** A middle that is only a bound makes the median one. */
    String medianText() {
        return (Double.isInfinite(RunQuantiles.median(ranked())) ? "> " : "") + Figures.amount(median());
    }

    double lowest() {
        return RunQuantiles.of(values(), 0);
    }

    double highest() {
        return RunQuantiles.of(values(), 1);
    }
}
