package squall.scenario.yaml;

import java.util.List;
import java.util.Map;
import squall.scenario.Choice;
import squall.scenario.ClusterChoice;
import squall.scenario.LoadChoice;
import squall.scenario.Probes;
import squall.scenario.Rate;
import squall.scenario.Safety;
import squall.scenario.Setting;
import squall.spi.Cluster;

/** What runs from the first phase to the last, as {@link SettingReader} reads it. */
final class SettingWriter {
    private SettingWriter() {}

    static Fields fields(Setting setting) {
        return new Fields()
                .with("cluster", cluster(setting.cluster()))
                .with("load", load(setting.load()))
                .with("probes", probes(setting.probes()))
                .with("safety", safety(setting.safety()));
    }

    /** The kind alone, or a map from it to what it is told. */
    static Object choice(Choice choice) {
        if (choice.options().isEmpty()) {
            return choice.kind();
        }
        Fields options = new Fields();
        choice.options().forEach((key, text) -> options.with(key, text.contains("\n") ? lines(text) : text));
        return Map.of(choice.kind(), options.map());
    }

    private static List<String> lines(String text) {
        return List.of(text.split("\n", -1));
    }

    private static Fields cluster(ClusterChoice cluster) {
        Fields fields = new Fields().with("kind", cluster.cluster().map(SettingWriter::choice));
        return cluster.nodes().isEmpty()
                ? fields
                : fields.with(
                        "nodes",
                        cluster.nodes().stream().map(SettingWriter::node).toList());
    }

    private static Map<String, Object> node(Cluster.Node node) {
        return new Fields()
                .with("names", List.of(node.name()))
                .with("zone", node.zone())
                .with("region", node.region())
                .map();
    }

    private static Fields load(LoadChoice load) {
        Fields fields = new Fields().with("engine", load.engine().map(SettingWriter::choice));
        load.sessions().ifPresent(sessions -> fields.with("sessions", sessions));
        fields.with("rate", rate(load.rate()));
        load.statementTimeout().ifPresent(limit -> fields.with("statementTimeout", limit));
        return fields;
    }

    private static Object rate(Rate rate) {
        return switch (rate) {
            case Rate.Fixed fixed ->
                new Fields().withRate("fixed", fixed.perSecond()).map();
            case Rate.RatioOfMax share ->
                new Fields().withNumber("ratioOfMax", share.ratio()).map();
            case Rate.ThinkTimes think -> "thinkTimes";
            case Rate.Closed closed -> "closed";
        };
    }

    private static Fields probes(Probes probes) {
        Fields fields = new Fields();
        probes.lanes()
                .ifPresent(lanes -> fields.with(
                        "lanes",
                        new Fields()
                                .with("perNode", lanes.perNode())
                                .withRate("rate", lanes.perSecond())
                                .with("timeout", lanes.timeout())));
        probes.ledger()
                .ifPresent(ledger -> fields.with(
                        "ledger", new Fields().with("writers", ledger.writers()).withRate("rate", ledger.perSecond())));
        probes.register()
                .ifPresent(register -> fields.with(
                        "register",
                        new Fields()
                                .with("keys", register.keys())
                                .withRate("rate", register.perSecond())
                                .with("mode", Words.of(register.mode()))));
        probes.bank()
                .ifPresent(bank -> fields.with(
                        "bank", new Fields().with("accounts", bank.accounts()).withRate("rate", bank.perSecond())));
        probes.counter()
                .ifPresent(counter -> fields.with(
                        "counter",
                        new Fields().with("sessions", counter.sessions()).withRate("rate", counter.perSecond())));
        return fields;
    }

    private static Fields safety(Safety safety) {
        Fields fields = new Fields().with("allowHosts", safety.allowHosts());
        safety.maxFaultyNodes().ifPresent(most -> fields.with("maxFaultyNodes", most));
        safety.maxFaultyZones().ifPresent(most -> fields.with("maxFaultyZones", most));
        return fields.with("quorumGuard", safety.quorumGuard())
                .with("healthyWithin", safety.healthyWithin())
                .with("grace", safety.grace());
    }
}
