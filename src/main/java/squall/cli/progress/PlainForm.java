package squall.cli.progress;

import java.time.Duration;
import squall.cli.Figures;

/** A line of {@code name=value} pairs for logs; what is not known has no pair. Pure. */
final class PlainForm {
    private PlainForm() {}

    static String line(Course course) {
        StringBuilder line = new StringBuilder(course.time().toString().replaceFirst("\\.\\d+Z", "Z"));
        if (!course.phase().isEmpty()) {
            pair(line, "phase", course.phase());
        }
        pair(line, "ops_s", plain(course.now().completedPerSecond()));
        pair(line, "p50_ms", plain(course.now().latencyAt(50) / 1000));
        pair(line, "p99_ms", plain(course.now().latencyAt(99) / 1000));
        pair(line, "err_s", plain(course.now().errorsPerSecond()));
        pair(line, "in_flight", Integer.toString(course.inFlight()));
        pair(line, "lag_s", plain(course.lagSeconds()));
        course.remainingSeconds().ifPresent(left -> pair(line, "eta", Figures.length(Duration.ofSeconds(left))));
        return line.toString();
    }

    private static void pair(StringBuilder line, String name, String value) {
        if (!value.equals("-")) {
            line.append(' ').append(name).append('=').append(value.replace(" ", ""));
        }
    }

    private static String plain(double amount) {
        return Figures.amount(amount).replace(",", "");
    }
}
