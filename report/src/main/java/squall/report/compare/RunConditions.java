package squall.report.compare;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import squall.results.Manifest;
import squall.results.RecordedConfig;
import squall.results.RecordedConfig.ConfigFolder;
import squall.results.RunPart;
import squall.results.file.CanonicalJson;
import squall.results.recorded.ClientFigures;
import squall.results.recorded.RecordedRun;

/**
 * Set of the conditions under which a run took place: every member of its manifest, setting and file that decides what was done, by key.
 * The identity of the run, its results and where its output went are left out.
 *
 * @param values as text
 */
public record RunConditions(SortedMap<String, String> values) {
    /** Members that each run has of its own, or that are results. Seeds are compared as a policy. */
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
            ClientFigures.FACT,
            "ending",
            "source",
            "first_insert",
            "first_write",
            "key_prefix",
            "idle_s",
            "tags",
            "adversity_run",
            "journal",
            "load", // scenario.yaml has all of it
            "sessions_curve");

    /** Pattern of settings that each run has of its own, or that say where the database is and where output goes, not what is done. */
    private static final Pattern OWN_SETTING = Pattern.compile("(.*\\.)?(results|tag|seed|rand-seed|write-seq"
            + "|json|quiet|progress|label|url|user|username|pass|passwd|password|hosts|port"
            + "|metrics-port|metrics-linger|otlp-endpoint|exporter|exportfile|status|interval)");

    /** Key of the constants of TPC-C's inputs, which follow from the seeds of the load and of the run. */
    private static final String TPCC_CONSTANTS = "db.settings.tpcc.constants";

    /** Key of the files that a run was imported from, which are its results. */
    private static final String IMPORTED_FILES = "imported.files";

    /** Prefix of the keys of settings and files. */
    private static final String CONFIG = "config.";

    private static final String SCENARIO = "scenario.yaml";

    /** Pattern of the line of a scenario that {@code --repeat} changes from run to run. */
    private static final Pattern SEED = Pattern.compile("(?m)^seed:.*\\R?");

    /** Pattern of the names of standbys, as a failover changes which nodes they are. */
    private static final Pattern STANDBY = Pattern.compile("(?<=^|,)[^:,]+:");

    /** Weight of a difference: whether runs may differ in a condition, and the consequence. */
    enum Weight {
        /** Difference that decides what was measured. */
        DECIDES,
        /** Difference that two sides may have, though not two runs of one side: the database and its settings. */
        COMPARED,
        /** Difference that is worth a warning: the machine and the program that measured. */
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
        values.remove(TPCC_CONSTANTS);
        values.remove(IMPORTED_FILES);
        values.put("db.nodes", Integer.toString(run.manifest().db().endpoints().size()));
        RecordedConfig config = run.config();
        settings(config.settings(), values);
        config.files().forEach((name, text) -> values.put(CONFIG + name, text));
        clients(run, values);
        values.computeIfPresent(
                CONFIG + SCENARIO, (key, text) -> SEED.matcher(text).replaceAll(""));
        if (config.files().containsKey(SCENARIO)) {
            values.remove("phases"); // the windows: a baseline that is not steady has more
        }
        values.computeIfPresent(
                "db.settings.replication",
                (key, nodes) -> STANDBY.matcher(nodes).replaceAll(""));
        return new RunConditions(values);
    }

    private static void settings(Map<String, String> settings, SortedMap<String, String> into) {
        settings.forEach((name, value) -> {
            if (!OWN_SETTING.matcher(name).matches()) {
                into.put(CONFIG + name, value);
            }
        });
    }

    /** Adds the number of clients of a merged run, and their conditions in place of their files: of each all values that occur. */
    private static void clients(RecordedRun run, SortedMap<String, String> into) throws IOException {
        SortedMap<String, SortedSet<String>> all = new TreeMap<>();
        for (JsonNode part : run.manifest().fact("parts")) {
            Manifest client = CanonicalJson.as(Manifest.class, part);
            SortedMap<String, String> own = new TreeMap<>();
            client.facts().forEach((name, fact) -> {
                if (!OWN.contains(name) && !name.equals(RunPart.FACT)) {
                    flatten(name, fact, own);
                }
            });
            String file = client.runId() + ".properties";
            if (into.remove(CONFIG + file) != null) {
                settings(
                        RecordedConfig.settings(
                                run.path().resolve(ConfigFolder.NAME).resolve(file)),
                        own);
            }
            own.forEach((key, value) ->
                    all.computeIfAbsent(key, known -> new TreeSet<>()).add(value));
        }
        if (!all.isEmpty()) {
            into.put(
                    ClientFigures.FACT,
                    Integer.toString(run.manifest().fact("parts").size()));
        }
        all.forEach((key, found) -> into.putIfAbsent(key, String.join(", ", found)));
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
