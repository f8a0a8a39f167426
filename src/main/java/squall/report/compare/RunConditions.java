package squall.report.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import squall.results.RecordedConfig;
import squall.results.file.CanonicalJson;
import squall.results.recorded.RecordedRun;

/**
 * Under which conditions a run took place: every member of its manifest, setting and file that decides what was done, by key. Left out is
 * what identifies the run, what came out of it, and where its output went.
 *
 * @param values as text
 */
public record RunConditions(SortedMap<String, String> values) {
    /** What each run has of its own, or is a result. Seeds are compared as a policy. */
    private static final Set<String> OWN = Set.of(
            "run_id",
            "state",
            "started_at",
            "ended_at",
            "elapsed_ns",
            "exit_code",
            "process",
            "artefacts",
            "command",
            "seed",
            "parts",
            "ending",
            "source",
            "first_insert",
            "tags",
            "sessions_curve");

    /** Settings that say where the database is and where output goes, not what is done. */
    private static final Pattern OUTPUT = Pattern.compile(
            "(.*\\.)?(results|tag|seed|json|quiet|progress|label|url|user|username"
                    + "|pass|passwd|password|hosts|port|metrics-port|otlp-endpoint|exporter|exportfile|status|interval)");

    /** Of the settings and files. */
    private static final String CONFIG = "config.";

    /** Whether runs may differ in something, and what that means. */
    enum Weight {
        /** It decides what was measured. */
        DECIDES,
        /** It is what two sides may differ in, though not two runs of one side: the database and its settings. */
        COMPARED,
        /** It is worth a warning: the machine and the program that measured. */
        WARNED
    }

    public RunConditions {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    static RunConditions of(RecordedRun run) throws IOException {
        SortedMap<String, String> values = new TreeMap<>();
        CanonicalJson.tree(run.manifest()).properties().forEach(member -> {
            if (!OWN.contains(member.getKey())) {
                flatten(member.getKey(), member.getValue(), values);
            }
        });
        values.put("db.nodes", Integer.toString(run.manifest().db().endpoints().size()));
        RecordedConfig config = run.config();
        config.settings().forEach((name, value) -> {
            if (!OUTPUT.matcher(name).matches()) {
                values.put(CONFIG + name, value);
            }
        });
        config.files().forEach((name, text) -> values.put(CONFIG + name, text));
        return new RunConditions(values);
    }

    private static void flatten(String key, JsonNode node, SortedMap<String, String> into) {
        if (node.isObject()) {
            node.properties().forEach(member -> flatten(key + "." + member.getKey(), member.getValue(), into));
        } else {
            into.put(key, node.isTextual() ? node.asText() : node.toString());
        }
    }

    static Weight weight(String key) {
        return key.startsWith("db.")
                ? Weight.COMPARED
                : key.startsWith("client.") || key.startsWith("squall.") ? Weight.WARNED : Weight.DECIDES;
    }
}
