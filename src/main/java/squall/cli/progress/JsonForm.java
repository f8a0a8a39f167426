package squall.cli.progress;

import java.util.LinkedHashMap;
import java.util.Map;

/** The members of a progress line in JSON; what is not known is absent. Pure. */
final class JsonForm {
    private JsonForm() {}

    static Map<String, Object> members(Course course) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("t_s", course.second());
        members.put("phase", course.phase());
        known(members, "ops_s", course.now().completedPerSecond());
        known(members, "p50_ms", course.now().latencyAt(50) / 1000);
        known(members, "p99_ms", course.now().latencyAt(99) / 1000);
        known(members, "errors_s", course.now().errorsPerSecond());
        members.put("errors", Map.copyOf(course.now().errors()));
        members.put("in_flight", course.inFlight());
        members.put("lag_s", course.lagSeconds());
        course.done().ifPresent(share -> members.put("done", share));
        course.remainingSeconds().ifPresent(left -> members.put("eta_s", left));
        return members;
    }

    private static void known(Map<String, Object> members, String name, double figure) {
        if (!Double.isNaN(figure)) {
            members.put(name, figure);
        }
    }
}
