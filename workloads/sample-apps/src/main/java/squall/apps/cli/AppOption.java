package squall.apps.cli;

/**
 * One option of the command.
 *
 * @param name without dashes; one or two are understood
 * @param value what stands for its value in the help; empty: it is a switch
 * @param text what it does, one sentence without a full stop
 * @param standing what Squall does with it
 */
record AppOption(String name, String value, String text, Standing standing) {
    /** What becomes of an option that is given. */
    enum Standing {
        /** It is upstream's, and does what it says. */
        USED,
        /** It is Squall's. */
        OURS,
        /** Accepted so that commands carry over; Squall does as its text says with it or without it. */
        WITHOUT_EFFECT,
        /** Given, it ends the command; its text says what to do instead. */
        REFUSED
    }

    boolean isSwitch() {
        return value.isEmpty();
    }

    String[] names() {
        return new String[] {"--" + name, "-" + name};
    }
}
