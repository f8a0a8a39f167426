package squall.report.model;

/** How something was judged. */
public enum Status {
    PASSED("pass", "✓", Tone.GOOD),
    FAILED("fail", "✗", Tone.BAD),
    /** The figures do not mean what they say, or nobody knows. */
    INVALID("invalid", "!", Tone.BAD),
    SKIPPED("skipped", "–", Tone.DIM),
    /** Under way. */
    RUNNING("running", "…", Tone.DIM);

    private final String word;
    private final String sign;
    private final Tone tone;

    Status(String word, String sign, Tone tone) {
        this.word = word;
        this.sign = sign;
        this.tone = tone;
    }

    public String word() {
        return word;
    }

    public String sign() {
        return sign;
    }

    public Tone tone() {
        return tone;
    }

    /** A sign and a word, because a colour alone tells nothing to many. */
    public String shown() {
        return sign + " " + word;
    }
}
