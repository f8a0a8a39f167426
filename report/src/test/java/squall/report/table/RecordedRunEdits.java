package squall.report.table;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import squall.results.Manifest;
import squall.results.RunSummary;
import squall.results.file.CanonicalJson;
import squall.results.recorded.RecordedRun;

/** The run of a scenario that was recorded once, with other findings: a kill of n1, and a ledger. */
final class RecordedRunEdits {
    private static final Path KILL = Path.of("../src/test/resources/squall/golden/adversity");

    private RecordedRunEdits() {}

    /** Returns a run with this verdict and text of the check, and other changes of the summary. */
    static NamedRun run(String name, Found found, Consumer<ObjectNode> summary, Tagged tagged) throws IOException {
        RecordedRun run = RecordedRun.read(KILL);
        ObjectNode edited = (ObjectNode) CanonicalJson.tree(run.summary().orElseThrow());
        ArrayNode checks = (ArrayNode) edited.path("checks");
        ((ObjectNode) checks.get(0))
                .put("name", found.check())
                .put("verdict", found.verdict())
                .put("detail", found.detail())
                .set("figures", new ObjectMapper().valueToTree(found.figures()));
        summary.accept(edited);
        ObjectNode manifest = (ObjectNode) CanonicalJson.tree(run.manifest());
        manifest.put("run_id", tagged.runId());
        manifest.set("tags", new ObjectMapper().valueToTree(tagged.tags()));
        manifest.set("command", new ObjectMapper().valueToTree(tagged.command()));
        return new NamedRun(
                name,
                new RecordedRun(
                        tagged.folder(),
                        run.state(),
                        CanonicalJson.as(Manifest.class, manifest),
                        Optional.of(CanonicalJson.as(RunSummary.class, edited))));
    }

    /** Finding of a check. */
    record Found(String check, String verdict, String detail, Map<String, Long> figures) {}

    /** Identity of a run among others. @param folder of its further files */
    record Tagged(String runId, Path folder, List<String> tags, List<String> command) {
        static final Tagged NOT = new Tagged("r1", KILL, List.of(), List.of("bin/adversity", "run", "kill"));
    }

    /** Returns the injection of the only phase. */
    static ObjectNode injection(ObjectNode summary) {
        return (ObjectNode) summary.at("/adversity/phases/0/injection_groups/0/injections/0");
    }
}
