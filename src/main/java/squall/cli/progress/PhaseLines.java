package squall.cli.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.engine.RunEvent;
import squall.engine.phases.FaultText;
import squall.engine.phases.ScenarioEvent;
import squall.system.HumanNumbers;

/**
 * Line for each phase of a scenario when it is over: its faults, its problems, and whether the baseline was reached again. Used by
 * one thread.
 */
final class PhaseLines {
    private final List<FaultText> faults = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private final List<Boolean> recovered = new ArrayList<>();
    private String phase = "";

    /** Returns the lines that an event completes; usually none. */
    List<String> hear(RunEvent event) {
        Optional<ScenarioEvent> kind = ScenarioEvent.of(event.type());
        if (kind.isEmpty()) {
            return List.of(line(event.atNs(), event.type(), event.detail()));
        }
        switch (kind.get()) {
            case PHASE -> {
                List<String> lines = over(event.atNs(), false);
                phase = fact(event, "phase");
                return lines;
            }
            case INJECT -> {
                faults.add(fault(event));
                failure("injecting failed", event); // which may have been half of it
            }
            case EFFECTIVE -> failure("NOT IN EFFECT", event);
            case HEAL, VERIFIED -> failure("NOT HEALED", event);
            case WAITING -> {
                return List.of(line(event.atNs(), phase, withoutNames(event)));
            }
            case REPORTS -> remarks.add(withoutNames(event));
            case NOTE -> {
                if (event.facts().get("recovered") instanceof Boolean back) {
                    recovered.add(back);
                } else {
                    remarks.add(withoutNames(event));
                }
            }
        }
        return List.of();
    }

    /**
     * Returns the line of the phase that ends now; none outside of every phase.
     *
     * @param cutShort whether the run ended in it
     */
    List<String> over(long atNs, boolean cutShort) {
        if (phase.isEmpty()) {
            return List.of();
        }
        List<String> told = new ArrayList<>();
        if (cutShort) {
            told.add("cut short");
        }
        told.addAll(remarks);
        String brief = FaultText.brief(faults).replace('×', 'x');
        String outcome = back() + (recovered.isEmpty() || brief.isEmpty() ? "" : after()) + brief;
        if (!outcome.isEmpty()) {
            told.add(outcome);
        }
        String line = line(atNs, phase, told.isEmpty() ? "done" : String.join("; ", told));
        faults.clear();
        remarks.clear();
        recovered.clear();
        phase = "";
        return List.of(line);
    }

    private String back() {
        return recovered.isEmpty() ? "" : recovered.getLast() ? "back at the baseline" : "NOT back at the baseline";
    }

    /** Returns the words before the faults: if some of several were not seen to end, the line is about the last. */
    private String after() {
        return recovered.getLast() && recovered.contains(false) ? " after the last of " : " after ";
    }

    /** Adds a remark about a step that failed. Of one that the end of the run cut off nothing is known. */
    private void failure(String what, RunEvent event) {
        if (Boolean.FALSE.equals(event.facts().get("ok"))) {
            boolean cutOff = Boolean.TRUE.equals(event.facts().get("interrupted"));
            remarks.add((cutOff ? "" : what + ": ") + withoutNames(event));
        }
    }

    /** Removes phase, fault and target, which the line names already. */
    private String withoutNames(RunEvent event) {
        String detail = event.detail();
        for (String name : List.of(phase, fault(event).text())) {
            detail = detail.startsWith(name + ": ") ? detail.substring(name.length() + 2) : detail;
        }
        return detail;
    }

    private static FaultText fault(RunEvent event) {
        return new FaultText(fact(event, "fault"), fact(event, "target"));
    }

    private static String fact(RunEvent event, String name) {
        return String.valueOf(event.facts().getOrDefault(name, ""));
    }

    private static String line(long atNs, String what, String text) {
        return HumanNumbers.clock(atNs / 1_000_000_000) + " " + what + ": " + text;
    }
}
