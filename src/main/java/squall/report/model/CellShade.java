package squall.report.model;

import squall.table.CellTone;

/** How much worse than the baseline something is. */
final class CellShade {
    /** The shading rule in words, shown with the table. */
    static final String RULE =
            "Shaded against the baseline: latency from 1.25, 2 and 10 times, throughput from 0.9, 0.7 and 0.5 times";

    private CellShade() {}

    /** Of what is bad when it is high. */
    static CellTone high(double value, double baseline) {
        double ratio = value / baseline;
        return ratio >= 10 ? CellTone.HOT : ratio >= 2 ? CellTone.WARM : ratio >= 1.25 ? CellTone.MILD : CellTone.PLAIN;
    }

    /** Of what is bad when it is low. */
    static CellTone low(double value, double baseline) {
        double ratio = value / baseline;
        return ratio <= 0.5
                ? CellTone.HOT
                : ratio <= 0.7 ? CellTone.WARM : ratio <= 0.9 ? CellTone.MILD : CellTone.PLAIN;
    }
}
