package squall.scenario.yaml;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import squall.scenario.ClusterChoice;
import squall.scenario.LoadChoice;
import squall.scenario.Probes;
import squall.scenario.Rate;
import squall.scenario.Safety;
import squall.scenario.Setting;
import squall.spi.Cluster;

/** What runs from the first phase to the last. */
final class SettingReader {
    /** Planned nodes are on no machine; this one's own address is one that may be disturbed unless somebody says otherwise. */
    private static final String NOWHERE = "127.0.0.1";

    private SettingReader() {}

    static Setting setting(Section document) {
        return new Setting(
                document.find("cluster").map(SettingReader::cluster).orElse(ClusterChoice.OPEN),
                load(document.need("load")),
                document.find("probes").map(ProbesReader::read).orElse(Probes.NONE),
                document.find("safety").map(SettingReader::safety).orElse(Safety.DEFAULT));
    }

    private static ClusterChoice cluster(Value value) {
        Section section = value.section(List.of("kind", "nodes"));
        List<Value> groups = section.find("nodes").map(Value::items).orElse(List.of());
        return new ClusterChoice(
                section.find("kind").map(ChoiceReader::read),
                groups.stream().flatMap(SettingReader::nodes).toList());
    }

    /** Nodes of one zone. */
    private static Stream<Cluster.Node> nodes(Value group) {
        Section section = group.section(List.of("names", "zone", "region"));
        String zone = section.need("zone").text();
        String region = section.find("region").map(Value::text).orElse("local");
        return section.need("names").items().stream()
                .map(name -> new Cluster.Node(name.text(), NOWHERE, 0, zone, region));
    }

    private static LoadChoice load(Value value) {
        Section section = value.section(List.of("engine", "sessions", "rate", "statementTimeout"));
        return value.make(() -> new LoadChoice(
                section.find("engine").map(ChoiceReader::read),
                whole(section.find("sessions")),
                rate(section.need("rate")),
                section.find("statementTimeout").map(Value::duration)));
    }

    private static Rate rate(Value value) {
        if (value.isText()) {
            return switch (value.text()) {
                case "thinkTimes" -> new Rate.ThinkTimes();
                case "closed" -> new Rate.Closed();
                default -> throw value.wrong("{fixed: 400/s}, {ratioOfMax: 0.5}, thinkTimes or closed");
            };
        }
        Section section = value.section(List.of("fixed", "ratioOfMax"));
        if (section.names().size() != 1) {
            throw value.wrong("one of {fixed: 400/s} and {ratioOfMax: 0.5}");
        }
        return value.make(() -> section.find("fixed")
                .<Rate>map(fixed -> new Rate.Fixed(fixed.perSecond()))
                .orElseGet(() -> new Rate.RatioOfMax(section.need("ratioOfMax").decimal())));
    }

    private static Safety safety(Value value) {
        Section section = value.section(
                List.of("allowHosts", "maxFaultyNodes", "maxFaultyZones", "quorumGuard", "healthyWithin", "grace"));
        Safety standard = Safety.DEFAULT;
        return value.make(() -> new Safety(
                section.find("allowHosts").map(SettingReader::texts).orElse(standard.allowHosts()),
                whole(section.find("maxFaultyNodes")),
                whole(section.find("maxFaultyZones")),
                section.find("quorumGuard").map(Value::flag).orElse(standard.quorumGuard()),
                section.duration("healthyWithin", standard.healthyWithin()),
                section.duration("grace", standard.grace())));
    }

    private static List<String> texts(Value list) {
        return list.items().stream().map(Value::text).toList();
    }

    private static OptionalInt whole(Optional<Value> value) {
        return value.map(found -> OptionalInt.of(found.whole())).orElse(OptionalInt.empty());
    }
}
