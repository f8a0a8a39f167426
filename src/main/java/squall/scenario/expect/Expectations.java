package squall.scenario.expect;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.scenario.expect.Expectation.ExpectationResult;
import squall.scenario.expect.Expectation.MeasuredFigures;

/** Set of a phase's or a run's expectations, at most one limit for a measure; in the order of the measures. */
public record Expectations(List<Expectation> each) {
    public static final Expectations NONE = new Expectations(List.of());

    public Expectations {
        each = each.stream().sorted(Comparator.comparing(Expectation::measure)).toList();
        for (int i = 1; i < each.size(); i++) {
            if (each.get(i).measure() == each.get(i - 1).measure()) {
                throw new IllegalArgumentException(
                        "expect." + each.get(i).measure().key() + " is given twice");
            }
        }
    }

    /** Returns these expectations, completed by defaults for measures that have none. */
    public Expectations over(Expectations defaults) {
        Map<ExpectationMeasure, Expectation> all = new LinkedHashMap<>();
        defaults.each.forEach(expectation -> all.put(expectation.measure(), expectation));
        each.forEach(expectation -> all.put(expectation.measure(), expectation));
        return new Expectations(List.copyOf(all.values()));
    }

    public List<ExpectationResult> judge(MeasuredFigures figures) {
        return each.stream().map(expectation -> expectation.judge(figures)).toList();
    }
}
