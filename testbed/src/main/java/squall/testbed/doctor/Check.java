package squall.testbed.doctor;

import java.io.IOException;

/**
 * One thing that a machine may be able to do.
 *
 * @param need whether Squall is of any use without it
 * @param purpose what it is for, as the end of "for ..."
 * @param remedy how to get it, best a line to type
 */
record Check(String name, Need need, String purpose, String remedy, Look look) {
    /** How much depends on it. */
    enum Need {
        /** Nothing works without it. */
        BASIC,
        /** Only what its purpose says needs it. */
        SPECIAL
    }

    /** Looks at the machine, and changes nothing that lasts. */
    @FunctionalInterface
    interface Look {
        /** @throws IOException if it is missing; the message says what was found */
        Answer at() throws IOException, InterruptedException;
    }

    static Check basic(String name, String purpose, String remedy, Look look) {
        return new Check(name, Need.BASIC, purpose, remedy, look);
    }

    static Check special(String name, String purpose, String remedy, Look look) {
        return new Check(name, Need.SPECIAL, purpose, remedy, look);
    }

    Finding finding() throws InterruptedException {
        try {
            return new Finding(this, look.at());
        } catch (IOException e) {
            return new Finding(this, new Answer.Missing(Tools.oneLine(String.valueOf(e.getMessage()))));
        }
    }
}
