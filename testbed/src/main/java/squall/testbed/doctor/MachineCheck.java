package squall.testbed.doctor;

import java.io.IOException;
import java.util.List;

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

    /** The result of a check of the machine. */
    sealed interface CheckAnswer {
        /** One line, as printed by the program that was asked. */
        String text();

        /** It exists and works. */
        record Ok(String text) implements CheckAnswer {}

        /** It does not exist, or does not work. */
        record Missing(String text) implements CheckAnswer {}
    }

    /** A check, and what came of it. */
    record CheckFinding(MachineCheck check, CheckAnswer answer) {
        boolean ok() {
            return answer instanceof CheckAnswer.Ok;
        }

        String state() {
            return ok() ? "ok" : "missing";
        }

        /** Whether Squall is of no use on this machine. */
        boolean fatal() {
            return !ok() && check.need() == Need.BASIC;
        }

        /** What was found, what it is for and, where it is missing, how to get it. */
        String told() {
            String text = answer.text() + ". For " + check.purpose() + ".";
            return ok() ? text : text + " Get it: " + check.remedy();
        }
    }

    /** Checks that are read together. */
    record CheckSection(String title, List<MachineCheck> checks) {
        CheckSection {
            checks = List.copyOf(checks);
        }
    }
}
