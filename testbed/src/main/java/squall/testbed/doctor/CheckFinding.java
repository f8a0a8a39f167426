package squall.testbed.doctor;

import squall.testbed.doctor.MachineCheck.Need;

/** A check, and what came of it. */
record CheckFinding(MachineCheck check, CheckAnswer answer) {
    boolean ok() {
        return answer instanceof CheckAnswer.Ok;
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
