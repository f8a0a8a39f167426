package squall.report.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import squall.cli.Figures;
import squall.results.Figure;
import squall.results.ImportedDirectory;
import squall.results.RunState;

/** What a reader must know before believing a figure. */
final class Warnings {
    private Warnings() {}

    static List<String> of(Evidence evidence, List<Injection> injections) {
        List<String> warnings = new ArrayList<>();
        unfinished(evidence, warnings);
        missing(evidence, warnings);
        JsonNode manifest = evidence.manifest();
        imported(manifest.path(ImportedDirectory.FACT), warnings);
        if (manifest.path("squall").path("dirty").asBoolean()) {
            warnings.add("Made by a Squall with changes that no commit has: nobody can make exactly this run again.");
        }
        if (manifest.has("repeatable") && !manifest.path("repeatable").asBoolean()) {
            warnings.add("Not repeatable: the workload draws random numbers that the seed does not rule.");
        }
        for (Figure figure : evidence.figures()) {
            if (figure.unit().equals("%") && figure.value() > 100) {
                warnings.add(
                        figure.name() + " is " + figure.text()
                                + " %: more than the keying and think times of the specification allow, so not comparable with TPC-C.");
            }
        }
        Scenarios.of(evidence).ifPresent(scenario -> warnings.addAll(scenario.warnings()));
        injections.stream()
                .filter(injection -> injection.effective().isEmpty())
                .forEach(injection -> warnings.add(injection.name() + " was not seen to be in effect."));
        return warnings;
    }

    /** An answer and no failure; but after a load that brought every row it is news. */
    private static void missing(Evidence evidence, List<String> warnings) {
        evidence.summary()
                .ifPresent(summary -> summary.path("total").path("operations").forEach(operation -> {
                    long missing = operation.path("not_found").asLong();
                    if (missing > 0) {
                        warnings.add(Figures.count(missing) + " of "
                                + Figures.count(operation.path("ok").asLong()) + " acknowledged "
                                + operation.path("operation").asText()
                                + " operations found no row; they count as ok.");
                    }
                }));
    }

    private static void imported(JsonNode imported, List<String> warnings) {
        if (imported.isObject()) {
            List<String> lacking = new ArrayList<>();
            imported.path("not_recorded").forEach(what -> lacking.add(what.asText()));
            warnings.add("Made by " + imported.path("from").asText()
                    + " and imported: latency counts from where that program counts it, and not recorded are "
                    + String.join(", ", lacking) + ".");
        }
    }

    private static void unfinished(Evidence evidence, List<String> warnings) {
        String until = Figures.clock(evidence.series().seconds());
        if (evidence.summary().isPresent()) {
            return;
        }
        warnings.add(
                evidence.run().state() == RunState.RUNNING
                        ? "The run goes on. This is what was on disk: records up to " + until
                                + ". Data was not checked, and operations that are parts of others count as whole ones."
                        : "The run did not come to its end. Records end at " + until
                                + ", nothing is known of later seconds. Data was not checked, and operations that are parts of others count as whole "
                                + "ones.");
    }
}
