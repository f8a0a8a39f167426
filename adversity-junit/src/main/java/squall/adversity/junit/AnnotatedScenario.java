package squall.adversity.junit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import squall.adversity.junit.AdversityTest.Fault;
import squall.scenario.ProviderSpec;

/**
 * Scenario of a test that names its faults by annotations; cluster and load come from its command line.
 *
 * @param name of the scenario
 */
record AnnotatedScenario(String name, List<Fault> faults) {
    private static final String SETTING = """
            apiVersion: squall/v1
            name: NAME
            description: the faults of a test
            seed: 42
            load: {sessions: 4, rate: {fixed: 100/s}, statementTimeout: 2s}
            probes: {ledger: {writers: 4, rate: 40/s}}
            safety: {grace: 10s, healthyWithin: 60s, maxFaultyNodes: 9}
            windows: {settle: 1s, baseline: 5s, recoveryMax: 30s}
            recovery: {window: 1s, held: 2s, share: 0.5, latencyFactor: 100, latencyFloor: 1s}
            phases:
              - baseline: {duration: 6s, drift: 0.5}
            """;

    AnnotatedScenario {
        faults = List.copyOf(faults);
    }

    /** Returns the scenario as a file has it. @throws IllegalArgumentException if a fault does not have the form of its annotation */
    String text() {
        Map<String, Integer> seen = new LinkedHashMap<>();
        return SETTING.replace("NAME", name)
                + faults.stream()
                        .map(fault -> {
                            ProviderSpec choice = ProviderSpec.parse("@Fault", fault.value());
                            int number = seen.merge(choice.kind(), 1, Integer::sum);
                            return phase(choice.kind() + (number == 1 ? "" : "-" + number), choice, fault);
                        })
                        .collect(Collectors.joining());
    }

    private static String phase(String phase, ProviderSpec choice, Fault fault) {
        String options = choice.options().entrySet().stream()
                .map(option -> quoted(option.getKey()) + ": " + quoted(option.getValue()))
                .collect(Collectors.joining(", "));
        String kind = options.isEmpty() ? choice.kind() : "{" + choice.kind() + ": {" + options + "}}";
        return "  - {name: " + phase + ", fault: " + kind + ", target: " + fault.target() + ", hold: "
                + quoted(fault.hold()) + (fault.allowQuorumLoss() ? ", allowQuorumLoss: true" : "") + "}\n";
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
