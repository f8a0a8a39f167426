package squall.testbed.doctor;

import java.io.IOException;
import java.util.List;

/**
 * Check of one feature that a machine may have.
 *
 * @param need whether Squall is useless without it
 * @param purpose of the feature, as the end of "for ..."
 * @param remedy how to get it, preferably a line to type
 */
record MachineCheck(String name, Need need, String purpose, String remedy, Look look) {
    /** Need for a feature. */
    enum Need {
        /** Feature without which nothing works. */
        BASIC,
        /** Feature that is needed only for its stated purpose. */
        SPECIAL
    }

    /** Test of the machine, which changes nothing permanently. */
    @FunctionalInterface
    interface Look {
        /** @throws IOException if the feature is missing; the message says what was found */
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

    /** Answer of a check. */
    sealed interface CheckAnswer {
        /** Returns one line, as printed by the program that was run. */
        String text();

        /** Feature that exists and works. */
        record Ok(String text) implements CheckAnswer {}

        /** Feature that does not exist, or does not work. */
        record Missing(String text) implements CheckAnswer {}
    }

    /** Finding of a check. */
    record CheckFinding(MachineCheck check, CheckAnswer answer) {
        boolean ok() {
            return answer instanceof CheckAnswer.Ok;
        }

        String state() {
            return ok() ? "ok" : "missing";
        }

        /** Returns whether Squall is useless on this machine. */
        boolean fatal() {
            return !ok() && check.need() == Need.BASIC;
        }

        /** Describes the finding, the purpose and, if the feature is missing, how to get it. */
        String text() {
            String text = answer.text() + ". For " + check.purpose() + ".";
            return ok() ? text : text + " Get it: " + check.remedy();
        }
    }

    /** Section of checks with a title. */
    record CheckSection(String title, List<MachineCheck> checks) {
        CheckSection {
            checks = List.copyOf(checks);
        }
    }
}
