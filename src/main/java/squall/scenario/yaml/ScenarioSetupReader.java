package squall.scenario.yaml;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.check.isolation.Anomaly;
import squall.check.isolation.ConsistencyModel;
import squall.check.isolation.IsolationExpectation;
import squall.scenario.ClientPolicy;
import squall.scenario.ClientPolicy.CircuitBreakerRule;
import squall.scenario.ClientPolicy.ClientLimits;
import squall.scenario.ClientPolicy.HedgeRule;
import squall.scenario.ClientPolicy.RetryRule;
import squall.scenario.ProbeSettings;
import squall.scenario.ProviderSpec;
import squall.scenario.ScenarioSetup;
import squall.scenario.ScenarioSetup.ClusterSpec;
import squall.scenario.ScenarioSetup.LoadRate;
import squall.scenario.ScenarioSetup.SafetyLimits;
import squall.spi.Cluster;

/** Reader of a scenario's cluster, load, probes and limits. */
final class ScenarioSetupReader {
    /** Address of planned nodes, which are on no machine: by default that of this machine, which faults may affect. */
    private static final String NOWHERE = "127.0.0.1";

    private static final List<String> POLICY = List.of(
            "timeout",
            "retries",
            "backoff",
            "maxBackoff",
            "jitter",
            "retryBudget",
            "circuitBreaker",
            "hedge",
            "inFlight",
            "queue",
            "dropExpired");

    private static final Duration LANE_TIMEOUT = Duration.ofSeconds(1);

    // Defaults of the isolation probe: enough sessions to meet on so few keys.
    private static final int ISOLATION_SESSIONS = 6;
    private static final int ISOLATION_KEYS = 5;

    private ScenarioSetupReader() {}

    static ScenarioSetup setting(YamlSection document) {
        return new ScenarioSetup(
                document.find("cluster").map(ScenarioSetupReader::cluster).orElse(ClusterSpec.OPEN),
                load(document.need("load")),
                document.find("probes").map(ScenarioSetupReader::probes).orElse(ProbeSettings.NONE),
                document.find("safety").map(ScenarioSetupReader::safety).orElse(SafetyLimits.DEFAULT));
    }

    private static ClusterSpec cluster(YamlValue value) {
        YamlSection section = value.section(List.of("kind", "nodes"));
        List<YamlValue> groups = section.find("nodes").map(YamlValue::items).orElse(List.of());
        return new ClusterSpec(
                section.find("kind").map(ProviderSpecReader::read),
                groups.stream().flatMap(ScenarioSetupReader::nodes).toList());
    }

    /** Reads the nodes of one zone. */
    private static Stream<Cluster.Node> nodes(YamlValue group) {
        YamlSection section = group.section(List.of("names", "zone", "region"));
        String zone = section.need("zone").text();
        String region = section.find("region").map(YamlValue::text).orElse("local");
        return section.need("names").items().stream()
                .map(name -> new Cluster.Node(name.text(), NOWHERE, 0, zone, region));
    }

    private static ScenarioSetup.LoadSpec load(YamlValue value) {
        YamlSection section = value.section(List.of("engine", "sessions", "rate", "statementTimeout", "clientPolicy"));
        return value.make(() -> new ScenarioSetup.LoadSpec(
                section.find("engine").map(ProviderSpecReader::read),
                whole(section.find("sessions")),
                rate(section.need("rate")),
                section.find("statementTimeout").map(YamlValue::duration),
                section.find("clientPolicy").map(ScenarioSetupReader::clientPolicy)));
    }

    private static LoadRate rate(YamlValue value) {
        if (value.isText()) {
            return switch (value.text()) {
                case "thinkTimes" -> new LoadRate.ThinkTimes();
                case "closed" -> new LoadRate.Closed();
                default -> throw value.wrong("{fixed: 400/s}, {ratioOfMax: 0.5}, thinkTimes or closed");
            };
        }
        YamlSection section = value.section(List.of("fixed", "ratioOfMax"));
        if (section.names().size() != 1) {
            throw value.wrong("one of {fixed: 400/s} and {ratioOfMax: 0.5}");
        }
        return value.make(() -> section.find("fixed")
                .<LoadRate>map(fixed -> new LoadRate.Fixed(fixed.perSecond()))
                .orElseGet(
                        () -> new LoadRate.RatioOfMax(section.need("ratioOfMax").decimal())));
    }

    private static SafetyLimits safety(YamlValue value) {
        YamlSection section = value.section(
                List.of("allowHosts", "maxFaultyNodes", "maxFaultyZones", "quorumGuard", "healthyWithin", "grace"));
        SafetyLimits standard = SafetyLimits.DEFAULT;
        return value.make(() -> new SafetyLimits(
                section.find("allowHosts").map(ScenarioSetupReader::texts).orElse(standard.allowHosts()),
                whole(section.find("maxFaultyNodes")),
                whole(section.find("maxFaultyZones")),
                section.find("quorumGuard").map(YamlValue::flag).orElse(standard.quorumGuard()),
                section.duration("healthyWithin", standard.healthyWithin()),
                section.duration("grace", standard.grace())));
    }

    private static List<String> texts(YamlValue list) {
        return list.items().stream().map(YamlValue::text).toList();
    }

    private static OptionalInt whole(Optional<YamlValue> value) {
        return value.map(found -> OptionalInt.of(found.whole())).orElse(OptionalInt.empty());
    }

    private static ClientPolicy clientPolicy(YamlValue value) {
        YamlSection section = value.section(POLICY);
        Duration backoff = section.duration("backoff", Duration.ZERO);
        Duration longest = backoff.compareTo(RetryRule.LONGEST) > 0 ? backoff : RetryRule.LONGEST;
        return new ClientPolicy(
                section.need("timeout").duration(),
                new RetryRule(
                        section.find("retries").map(YamlValue::whole).orElse(0),
                        backoff,
                        section.duration("maxBackoff", longest),
                        section.find("jitter").map(YamlValue::decimal).orElse(1.0),
                        section.find("retryBudget")
                                .map(share -> OptionalDouble.of(share.decimal()))
                                .orElse(OptionalDouble.empty())),
                limits(section),
                section.find("circuitBreaker").map(ScenarioSetupReader::breaker),
                section.find("hedge").map(ScenarioSetupReader::hedge));
    }

    private static ClientLimits limits(YamlSection section) {
        ClientLimits standard = ClientLimits.DEFAULT;
        return new ClientLimits(
                section.find("inFlight").map(YamlValue::whole).orElse(standard.inFlight()),
                section.find("queue").map(YamlValue::whole).orElse(standard.queue()),
                section.find("dropExpired").map(YamlValue::flag).orElse(standard.dropExpired()));
    }

    private static HedgeRule hedge(YamlValue value) {
        return new HedgeRule(value.section(List.of("after")).need("after").duration());
    }

    private static CircuitBreakerRule breaker(YamlValue value) {
        YamlSection section = value.section(List.of("failureShare", "calls", "open"));
        return new CircuitBreakerRule(
                section.need("failureShare").decimal(),
                section.need("calls").whole(),
                section.need("open").duration());
    }

    private static ProbeSettings probes(YamlValue value) {
        YamlSection section =
                value.section(List.of("lanes", "ledger", "register", "bank", "counter", "isolation", "accord"));
        return value.make(() -> new ProbeSettings(
                section.find("lanes").map(ScenarioSetupReader::lanes),
                section.find("ledger").map(ScenarioSetupReader::ledger),
                section.find("register").map(ScenarioSetupReader::register),
                section.find("bank").map(ScenarioSetupReader::bank),
                section.find("counter").map(ScenarioSetupReader::counter),
                section.find("isolation").map(ScenarioSetupReader::isolation),
                section.find("accord").map(YamlValue::flag).orElse(false)));
    }

    private static ProbeSettings.Lanes lanes(YamlValue value) {
        YamlSection section = value.section(List.of("perNode", "rate", "timeout"));
        return new ProbeSettings.Lanes(
                section.find("perNode").map(YamlValue::whole).orElse(1),
                section.need("rate").perSecond(),
                section.duration("timeout", LANE_TIMEOUT));
    }

    private static ProbeSettings.Ledger ledger(YamlValue value) {
        YamlSection section = value.section(List.of("writers", "rate"));
        return new ProbeSettings.Ledger(
                section.need("writers").whole(), section.need("rate").perSecond());
    }

    private static ProbeSettings.Register register(YamlValue value) {
        YamlSection section = value.section(List.of("keys", "rate", "mode"));
        return new ProbeSettings.Register(
                section.need("keys").whole(),
                section.need("rate").perSecond(),
                section.need("mode").one(ProbeSettings.Register.RegisterMode.class));
    }

    private static ProbeSettings.Counter counter(YamlValue value) {
        YamlSection section = value.section(List.of("sessions", "rate"));
        return new ProbeSettings.Counter(
                section.need("sessions").whole(), section.need("rate").perSecond());
    }

    private static ProbeSettings.Isolation isolation(YamlValue value) {
        YamlSection section = value.section(List.of("sessions", "keys", "rate", "level", "expect", "allow"));
        return new ProbeSettings.Isolation(
                section.find("sessions").map(YamlValue::whole).orElse(ISOLATION_SESSIONS),
                section.find("keys").map(YamlValue::whole).orElse(ISOLATION_KEYS),
                section.need("rate").perSecond(),
                section.find("level").map(level -> level.one(ProbeSettings.Isolation.Level.class)),
                new IsolationExpectation(
                        section.find("expect").map(expected -> expected.one(ConsistencyModel.class)),
                        section.find("allow").stream()
                                .flatMap(allowed -> allowed.items().stream())
                                .map(allowed -> allowed.one(Anomaly.class))
                                .collect(Collectors.toUnmodifiableSet())));
    }

    private static ProbeSettings.Bank bank(YamlValue value) {
        YamlSection section = value.section(List.of("accounts", "rate"));
        return new ProbeSettings.Bank(
                section.need("accounts").whole(), section.need("rate").perSecond());
    }

    /** Reader of a fault, cluster or load: its kind alone, or its kind with options. */
    static final class ProviderSpecReader {
        private ProviderSpecReader() {}

        static ProviderSpec read(YamlValue value) {
            if (value.isText()) {
                return value.make(() -> ProviderSpec.of(value.text()));
            }
            YamlSection section = value.section();
            if (section.names().size() != 1) {
                throw value.wrong("one kind with its options, such as {pause: {}}");
            }
            String kind = section.names().iterator().next();
            return value.make(
                    () -> new ProviderSpec(kind, options(section.need(kind).section())));
        }

        private static Map<String, String> options(YamlSection section) {
            Map<String, String> options = new TreeMap<>();
            section.names().forEach(key -> options.put(key, text(section.need(key))));
            return options;
        }

        private static String text(YamlValue value) {
            if (!value.isList()) {
                return value.text();
            }
            List<YamlValue> items = value.items();
            items.stream()
                    .filter(item -> item.text().contains("\n"))
                    .findFirst()
                    .ifPresent(item -> {
                        throw item.wrong("one line, because a list is written with one item per line");
                    });
            return items.stream().map(YamlValue::text).collect(Collectors.joining("\n"));
        }
    }
}
