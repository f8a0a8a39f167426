package squall.run.conduct;

/** What became of an injection. */
public sealed interface Fate {
    /** One line: what was seen, or why not. */
    String how();

    /** This cluster has not what it is about. */
    record NotApplicable(String how) implements Fate {}

    /** A guard forbade it. */
    record Refused(String how) implements Fate {}

    /** The run was to end before it was injected. */
    record NotReached(String how) implements Fate {}

    /** It could not be done. */
    record Failed(String how) implements Fate {}

    /** It was done, and nothing was to be seen of it: whatever was measured is no disturbance. */
    record WithoutEffect(String how) implements Fate {}

    /** It was seen to be in effect, but the work that it is failed, or was not done in time. */
    record Unfinished(String how) implements Fate {}

    /** It was seen to be in effect. */
    record InEffect(String how) implements Fate {}
}
