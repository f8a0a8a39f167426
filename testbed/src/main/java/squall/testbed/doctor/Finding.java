package squall.testbed.doctor;

import squall.testbed.doctor.Check.Need;

/** A check, and what came of it. */
record Finding(Check check, Answer answer) {
    boolean ok() {
        return answer instanceof Answer.Ok;
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
