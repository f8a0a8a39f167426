package squall.scenario.yaml;

import java.util.List;
import java.util.Map;
import squall.scenario.ProbeSettings;
import squall.scenario.ProviderSpec;
import squall.scenario.ScenarioSetup;
import squall.spi.Cluster;

/** What runs from the first phase to the last, as {@link ScenarioSetupReader} reads it. */
final class ScenarioSetupWriter {
    private ScenarioSetupWriter() {}

    static YamlFields fields(ScenarioSetup setting) {
        return new YamlFields()
                .with("cluster", cluster(setting.cluster()))
                .with("load", load(setting.load()))
                .with("probes", probes(setting.probes()))
                .with("safety", safety(setting.safety()));
    }

    /** The kind alone, or a map from the kind to its options. */
    static Object choice(ProviderSpec choice) {
        if (choice.options().isEmpty()) {
            return choice.kind();
        }
        YamlFields options = new YamlFields();
        choice.options().forEach((key, text) -> options.with(key, text.contains("\n") ? lines(text) : text));
        return Map.of(choice.kind(), options.map());
    }

    private static List<String> lines(String text) {
        return List.of(text.split("\n", -1));
    }

    private static YamlFields cluster(ScenarioSetup.ClusterSpec cluster) {
        YamlFields fields = new YamlFields().with("kind", cluster.cluster().map(ScenarioSetupWriter::choice));
        return cluster.nodes().isEmpty()
                ? fields
                : fields.with(
                        "nodes",
                        cluster.nodes().stream().map(ScenarioSetupWriter::node).toList());
    }

    private static Map<String, Object> node(Cluster.Node node) {
        return new YamlFields()
                .with("names", List.of(node.name()))
                .with("zone", node.zone())
                .with("region", node.region())
                .map();
    }

    private static YamlFields load(ScenarioSetup.LoadSpec load) {
        YamlFields fields = new YamlFields().with("engine", load.engine().map(ScenarioSetupWriter::choice));
        load.sessions().ifPresent(sessions -> fields.with("sessions", sessions));
        fields.with("rate", rate(load.rate()));
        load.statementTimeout().ifPresent(limit -> fields.with("statementTimeout", limit));
        return fields;
    }

    private static Object rate(ScenarioSetup.LoadRate rate) {
        return switch (rate) {
            case ScenarioSetup.LoadRate.Fixed fixed ->
                new YamlFields().withRate("fixed", fixed.perSecond()).map();
            case ScenarioSetup.LoadRate.RatioOfMax share ->
                new YamlFields().withNumber("ratioOfMax", share.ratio()).map();
            case ScenarioSetup.LoadRate.ThinkTimes think -> "thinkTimes";
            case ScenarioSetup.LoadRate.Closed closed -> "closed";
        };
    }

    private static YamlFields probes(ProbeSettings probes) {
        YamlFields fields = new YamlFields();
        probes.lanes()
                .ifPresent(lanes -> fields.with(
                        "lanes",
                        new YamlFields()
                                .with("perNode", lanes.perNode())
                                .withRate("rate", lanes.perSecond())
                                .with("timeout", lanes.timeout())));
        probes.ledger()
                .ifPresent(ledger -> fields.with(
                        "ledger",
                        new YamlFields().with("writers", ledger.writers()).withRate("rate", ledger.perSecond())));
        probes.register()
                .ifPresent(register -> fields.with(
                        "register",
                        new YamlFields()
                                .with("keys", register.keys())
                                .withRate("rate", register.perSecond())
                                .with("mode", EnumNames.of(register.mode()))));
        probes.bank()
                .ifPresent(bank -> fields.with(
                        "bank",
                        new YamlFields().with("accounts", bank.accounts()).withRate("rate", bank.perSecond())));
        probes.counter()
                .ifPresent(counter -> fields.with(
                        "counter",
                        new YamlFields().with("sessions", counter.sessions()).withRate("rate", counter.perSecond())));
        probes.isolation().ifPresent(isolation -> fields.with("isolation", isolation(isolation)));
        return fields;
    }

    private static YamlFields isolation(ProbeSettings.Isolation isolation) {
        YamlFields fields = new YamlFields()
                .with("sessions", isolation.sessions())
                .with("keys", isolation.keys())
                .withRate("rate", isolation.perSecond());
        isolation.level().ifPresent(level -> fields.with("level", EnumNames.of(level)));
        isolation.expectation().level().ifPresent(level -> fields.with("expect", EnumNames.of(level)));
        if (!isolation.expectation().allowed().isEmpty()) {
            fields.with(
                    "allow",
                    isolation.expectation().allowed().stream()
                            .sorted()
                            .map(EnumNames::of)
                            .toList());
        }
        return fields;
    }

    private static YamlFields safety(ScenarioSetup.SafetyLimits safety) {
        YamlFields fields = new YamlFields().with("allowHosts", safety.allowHosts());
        safety.maxFaultyNodes().ifPresent(most -> fields.with("maxFaultyNodes", most));
        safety.maxFaultyZones().ifPresent(most -> fields.with("maxFaultyZones", most));
        return fields.with("quorumGuard", safety.quorumGuard())
                .with("healthyWithin", safety.healthyWithin())
                .with("grace", safety.grace());
    }
}
