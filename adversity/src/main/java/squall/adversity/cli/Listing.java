package squall.adversity.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import squall.adversity.Kinds;
import squall.adversity.scenarios.Scenarios;
import squall.scenario.yaml.ScenarioReader;
import squall.spi.ClusterProvider;

/** What there is to choose from, as lines. */
final class Listing {
    private static final String INDENT = "  ";

    private Listing() {}

    static List<String> of(Map<String, String> environment) throws IOException {
        List<String> lines = new ArrayList<>();
        add(lines, "scenarios", scenarios(environment));
        Map<String, String> faults = new LinkedHashMap<>();
        Kinds.ofFaults().all().forEach(fault -> faults.put(fault.kind(), fault.summary()));
        add(lines, "faults", faults);
        Map<String, String> loads = new LinkedHashMap<>();
        Kinds.ofLoads().all().forEach(load -> loads.put(load.kind(), load.summary()));
        add(lines, "loads", loads);
        lines.add("clusters");
        Kinds.ofClusters().all().stream()
                .map(ClusterProvider::kind)
                .map(INDENT::concat)
                .forEach(lines::add);
        return lines;
    }

    private static Map<String, String> scenarios(Map<String, String> environment) throws IOException {
        Scenarios scenarios = new Scenarios(environment);
        Map<String, String> lines = new LinkedHashMap<>();
        for (String name : scenarios.names()) {
            lines.put(
                    name,
                    scenarios.read(name, ScenarioReader.FULL).description() + " (sizes: "
                            + String.join(", ", scenarios.sizes(name)) + ")");
        }
        return lines;
    }

    private static void add(List<String> lines, String title, Map<String, String> entries) {
        lines.add(title);
        int width = entries.keySet().stream().mapToInt(String::length).max().orElse(0);
        entries.forEach((name, what) -> lines.add(INDENT + name + " ".repeat(width - name.length()) + INDENT + what));
        lines.add("");
    }
}
