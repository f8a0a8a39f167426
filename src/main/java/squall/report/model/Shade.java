package squall.report.model;

/** How much worse than the baseline something is. */
final class Shade {
    /** The rule in words, to stand beside what is shaded. */
    static final String RULE =
            "Shaded against the baseline: latency from 1.25, 2 and 10 times, throughput from 0.9, 0.7 and 0.5 times";

    private Shade() {}

    /** Of what is bad when it is high. */
    static Tone high(double value, double baseline) {
        double ratio = value / baseline;
        return ratio >= 10 ? Tone.HOT : ratio >= 2 ? Tone.WARM : ratio >= 1.25 ? Tone.MILD : Tone.PLAIN;
    }

    /** Of what is bad when it is low. */
    static Tone low(double value, double baseline) {
        double ratio = value / baseline;
        return ratio <= 0.5 ? Tone.HOT : ratio <= 0.7 ? Tone.WARM : ratio <= 0.9 ? Tone.MILD : Tone.PLAIN;
    }
}
