package squall.scenario.yaml;

import java.util.List;
import java.util.Optional;
import squall.scenario.target.Selector;
import squall.scenario.target.Selector.FailureDomain;

/** Reader of a fault's target: a node's name, {@code all}, {@code none}, a list of targets, or a map. */
final class TargetReader {
    static final String ALL = "all";
    static final String NONE = "none";

    private static final List<String> KEYS = List.of("pick", "from", "not", "zone", "region", "role");
    private static final String WANTED = "one of {pick: …}, {zone: …}, {region: …} and {role: …}";

    private TargetReader() {}

    static Selector read(YamlValue value) {
        if (value.isText()) {
            return named(value.text());
        }
        if (value.isList()) {
            return value.make(() -> new Selector.Each(
                    value.items().stream().map(TargetReader::read).toList()));
        }
        return map(value, value.section(KEYS));
    }

    private static Selector named(String text) {
        return switch (text) {
            case ALL -> new Selector.AllNodes();
            case NONE -> new Selector.NoNodes();
            default -> new Selector.Named(text);
        };
    }

    private static Selector map(YamlValue value, YamlSection section) {
        if (section.names().contains("pick")) {
            return drawn(value, section);
        }
        if (section.names().size() != 1) {
            throw value.wrong(WANTED);
        }
        return switch (section.names().iterator().next()) {
            case "zone" -> whole(FailureDomain.ZONE, section.need("zone"));
            case "region" -> whole(FailureDomain.REGION, section.need("region"));
            case "role" -> new Selector.InRole(section.need("role").text());
            default -> throw value.wrong(WANTED);
        };
    }

    private static Selector drawn(YamlValue value, YamlSection section) {
        if (!List.of("pick", "from", "not").containsAll(section.names())) {
            throw value.wrong("{pick: …} with only 'from' and 'not'; write a zone as from: {zone: …}");
        }
        return new Selector.Drawn(
                section.need("pick").one(Selector.Portion.class),
                section.find("from").map(TargetReader::read).orElseGet(Selector.AllNodes::new),
                section.find("not").map(TargetReader::read).orElseGet(Selector.NoNodes::new));
    }

    /** Reads a zone or region: its name, or one to be drawn. */
    private static Selector whole(FailureDomain level, YamlValue value) {
        if (value.isText()) {
            return new Selector.Whole(level, Optional.of(value.text()));
        }
        Selector.Portion portion = value.section(List.of("pick")).need("pick").one(Selector.Portion.class);
        if (portion != Selector.Portion.ONE) {
            throw value.wrong("a name or {pick: one}");
        }
        return new Selector.Whole(level, Optional.empty());
    }
}
