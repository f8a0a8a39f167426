package squall.results;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import squall.spi.CheckResult;

/**
 * Record of a check of a run's data after its process was gone, as {@value #NAME} holds it.
 *
 * @param checkedAt in UTC
 * @param exitCode of the check
 */
public record PostMortemRecord(int schemaVersion, String checkedAt, int exitCode, List<CheckedProbe> checks) {
    /** Name of its file. */
    public static final String NAME = "check.json";

    public PostMortemRecord {
        checks = List.copyOf(checks);
    }

    /** Result of one probe. @param counts number of each anomaly, as members of their own */
    public record CheckedProbe(
            String name,
            CheckResult.Verdict verdict,
            String detail,
            @JsonAnyGetter @JsonAnySetter Map<String, Long> counts) {
        public CheckedProbe {
            counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
        }

        public CheckResult result() {
            return new CheckResult(name, verdict, detail);
        }
    }
}
