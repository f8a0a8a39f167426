package squall.testbed.doctor;

import java.io.IOException;

/**
 * One thing that a machine may be able to do.
 *
 * @param need whether Squall is of any use without it
 * @param purpose what it is for, as the end of "for ..."
 * @param remedy how to get it, best a line to type
 */
record MachineCheck(String name, Need need, String purpose, String remedy, Look look) {
    /** How much depends on it. */
    enum Need {
        /** Nothing works without it. */
        BASIC,
        /** Needed only for its stated purpose. */
        SPECIAL
    }

    /** Tests the machine, and changes nothing permanently. */
    @FunctionalInterface
    interface Look {
        /** @throws IOException if it is missing; the message says what was found */
        CheckAnswer at() throws IOException, InterruptedException;
    }

    static MachineCheck basic(String name, String purpose, String remedy, Look look) {
        return new MachineCheck(name, Need.BASIC, purpose, remedy, look);
    }

    static MachineCheck special(String name, String purpose, String remedy, Look look) {
        return new MachineCheck(name, Need.SPECIAL, purpose, remedy, look);
    }

    CheckFinding finding() throws InterruptedException {
        try {
            return new CheckFinding(this, look.at());
        } catch (IOException e) {
            return new CheckFinding(
                    this, new CheckAnswer.Missing(InstalledTools.oneLine(String.valueOf(e.getMessage()))));
        }
    }
}
