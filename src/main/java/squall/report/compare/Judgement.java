package squall.report.compare;

import squall.report.model.Tone;

/** What is shown of a metric. */
public enum Judgement {
    BETTER("better", Tone.GOOD),
    WORSE("worse", Tone.BAD),
    /** No difference is shown; there may be one. */
    NONE_SHOWN("~", Tone.DIM),
    /** There are too few runs to show any difference, however large. */
    CANNOT_TELL("cannot tell", Tone.DIM);

    private final String word;
    private final Tone tone;

    Judgement(String word, Tone tone) {
        this.word = word;
        this.tone = tone;
    }

    public String word() {
        return word;
    }

    public Tone tone() {
        return tone;
    }
}
