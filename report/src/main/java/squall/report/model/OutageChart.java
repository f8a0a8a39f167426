package squall.report.model;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import squall.engine.phases.FaultText;
import squall.engine.phases.ScenarioResult.InjectionRecord;
import squall.measure.outage.OutageAnatomy.PartEvidence;
import squall.measure.outage.OutageAnatomy.PartKind;
import squall.verdict.AdversitySummary;
import squall.verdict.AdversitySummary.GroupImpact;
import squall.verdict.AdversitySummary.OutagePartSummary;
import squall.verdict.AdversitySummary.OutageSummary;

/**
 * Chart of an outage as {@code outages.js} draws it; times in seconds since the run began.
 *
 * @param name of the injection group
 * @param atLeast whether it went on when watching ended
 */
@JsonNaming(PropertyNamingStrategies.LowerCamelCaseStrategy.class)
record OutageChart(
        String name,
        String text,
        boolean atLeast,
        double from,
        double to,
        List<DrawnFault> faults,
        List<DrawnPart> parts) {
    /** Returns a chart for each outage that has parts. */
    static List<OutageChart> of(AdversitySummary adversity) {
        return adversity.injectionGroups().stream()
                .flatMap(group -> group.outages().stream()
                        .filter(outage -> !outage.parts().isEmpty())
                        .map(outage -> of(group, outage)))
                .toList();
    }

    private static OutageChart of(GroupImpact group, OutageSummary outage) {
        return new OutageChart(
                group.name(),
                outage.text(),
                outage.atLeast(),
                seconds(outage.fromNs()),
                seconds(outage.toNs()),
                group.injections().stream()
                        .filter(injection -> !injection.fault().equals(FaultText.NO_FAULT))
                        .map(DrawnFault::of)
                        .toList(),
                outage.parts().stream().map(DrawnPart::of).toList());
    }

    private static double seconds(long nanos) {
        return RunCharts.rounded(nanos / 1e9);
    }

    /** Fault with the beginnings of its injection and its healing, empty where it did not come to that. */
    private record DrawnFault(String name, OptionalDouble injecting, OptionalDouble healing) {
        static DrawnFault of(InjectionRecord injection) {
            return new DrawnFault(
                    injection.faultText().shown(), begin(injection.injectNs()), begin(injection.healNs()));
        }

        private static OptionalDouble begin(OptionalLong nanos) {
            return nanos.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(seconds(nanos.getAsLong()));
        }
    }

    private record DrawnPart(
            PartKind kind, String words, String why, double from, double to, List<DrawnEvidence> evidence) {
        static DrawnPart of(OutagePartSummary part) {
            return new DrawnPart(
                    part.kind(),
                    part.kind().words(),
                    part.why(),
                    seconds(part.fromNs()),
                    seconds(part.toNs()),
                    part.evidence().stream().map(DrawnEvidence::of).toList());
        }
    }

    private record DrawnEvidence(double at, String source, String text) {
        static DrawnEvidence of(PartEvidence evidence) {
            return new DrawnEvidence(seconds(evidence.atNs()), evidence.source(), evidence.text());
        }
    }
}
