package squall.run.conduct;

/** A scenario cannot go on: a fault could not be healed, or there is nothing to compare with. */
final class CalledOff extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Trouble trouble;

    CalledOff(Trouble trouble) {
        super(trouble.text());
        this.trouble = trouble;
    }

    Trouble trouble() {
        return trouble;
    }
}
