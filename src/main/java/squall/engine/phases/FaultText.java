package squall.engine.phases;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import squall.engine.phases.ScenarioResult.InjectionRecord;

/**
 * Text of a fault and its target.
 *
 * @param fault with its options: {@code pause (standing in for diskStall)}
 * @param target the nodes, each with zone and role; empty if there was none
 */
public record FaultText(String fault, String target) {
    /** Name of the fault in the events of a control phase. */
    public static final String NO_FAULT = "none";

    private static final String WHOLE_CLUSTER = "the cluster";

    /** Returns the text of a fallback for a fault that the cluster does not support. @param kind of the fault in the scenario */
    public static String standingInFor(String kind) {
        return "standing in for " + kind;
    }

    /**
     * Returns the name of a phase or an injection, with the actual fault if a fallback was used:
     * {@code disk-stalls (pause standing in for diskStall)}.
     */
    public static String label(String name, Collection<InjectionRecord> injections) {
        String standIns = injections.stream()
                .flatMap(each -> each.standsInFor().map(kind -> each.kind() + " " + standingInFor(kind)).stream())
                .distinct()
                .collect(Collectors.joining(", "));
        return standIns.isEmpty() ? name : name + " (" + standIns + ")";
    }

    /** Returns the name in a {@link #label} of these injections without the fallback. */
    public static String name(String label, Collection<InjectionRecord> injections) {
        String fallback = label("", injections);
        return label.endsWith(fallback) ? label.substring(0, label.length() - fallback.length()) : label;
    }

    public String text() {
        return target.isEmpty() ? fault : fault + " of " + target;
    }

    /** Returns the text for people: a zone named {@code zone1} is not called "zone zone1". */
    public String shown() {
        return text().replaceAll("\\(zone (zone\\w*)", "($1");
    }

    /**
     * Summarizes faults in one line without zones, each fault once: {@code 3 × kill {signal=KILL} of n1 (primary); n3 (replica)}. Empty if
     * there was no fault.
     */
    public static String brief(List<FaultText> faults) {
        Map<String, List<FaultText>> byFault = new LinkedHashMap<>();
        for (FaultText each : faults) {
            if (!each.fault.equals(NO_FAULT)) {
                byFault.computeIfAbsent(each.fault, fault -> new ArrayList<>()).add(each);
            }
        }
        return byFault.entrySet().stream()
                .map(entry -> brief(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(" + "));
    }

    private static String brief(String fault, List<FaultText> all) {
        String targets = all.stream().map(FaultText::withoutZones).distinct().collect(Collectors.joining("; "));
        return (all.size() == 1 ? "" : all.size() + " × ") + new FaultText(fault, targets).text();
    }

    private String withoutZones() {
        return target.equals(WHOLE_CLUSTER)
                ? ""
                : target.replaceAll("\\(zone [^(),]*, ", "(").replaceAll(" \\(zone [^(),]*\\)", "");
    }
}
