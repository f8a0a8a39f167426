package squall.scenario.yaml;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import squall.check.isolation.IsolationExpectation;
import squall.scenario.ClientPolicy;
import squall.scenario.Injection;
import squall.scenario.Injection.HoldTime;
import squall.scenario.Injection.InjectionRepeat;
import squall.scenario.Phase;
import squall.scenario.ProbeSettings;
import squall.scenario.ProviderSpec;
import squall.scenario.RecoverySpec;
import squall.scenario.Scenario;
import squall.scenario.ScenarioSetup;
import squall.scenario.ScenarioSetup.LoadRate;
import squall.scenario.expect.Expectation;
import squall.scenario.expect.Expectations;
import squall.scenario.target.Selector;
import squall.spi.Cluster;
import squall.spi.Durations;

/**
 * Writer of scenarios as text from which {@link ScenarioReader} reads an equal one; inherited, scaled and default values are written out.
 */
public final class ScenarioWriter {
    private static final DumpSettings SETTINGS =
            DumpSettings.builder().setWidth(120).build();

    private ScenarioWriter() {}

    public static String text(Scenario scenario) {
        YamlFields document = new YamlFields()
                .with("apiVersion", ScenarioReader.VERSION)
                .with("name", scenario.name())
                .with("description", scenario.description())
                .and(rules(scenario.rules()))
                .and(setting(scenario.setting()))
                .with("expect", expectations(scenario.expect()))
                .with(
                        "phases",
                        scenario.phases().stream()
                                .map(phase -> phase(phase).map())
                                .toList());
        return new Dump(SETTINGS).dumpToString(document.map());
    }

    private static YamlFields rules(Scenario.MeasurementRules rules) {
        return new YamlFields()
                .with("seed", rules.seed())
                .with("repetitions", rules.repetitions())
                .with("windows", windows(rules.windows()))
                .with("recovery", recovery(rules.recovery()));
    }

    private static YamlFields windows(Scenario.WindowDurations windows) {
        return new YamlFields()
                .with("settle", windows.settle())
                .with("baseline", windows.baseline())
                .with("recoveryMax", windows.recoveryMax());
    }

    private static YamlFields recovery(RecoverySpec rule) {
        return switch (rule) {
            case RecoverySpec.Strict strict -> new YamlFields().with("preset", "strict");
            case RecoverySpec.Throughput95 throughput -> new YamlFields().with("preset", "throughput-95");
            case RecoverySpec.Given given ->
                new YamlFields()
                        .with("window", given.window())
                        .with("held", given.held())
                        .withNumber("share", given.share())
                        .withNumber("latencyFactor", given.latencyFactor())
                        .with("latencyFloor", given.latencyFloor());
        };
    }

    private static YamlFields phase(Phase phase) {
        return switch (phase) {
            case Phase.Fill fill -> new YamlFields().with("fill", named(fill).with("duration", fill.length()));
            case Phase.Baseline base -> new YamlFields().with("baseline", baseline(base));
            case Phase.Cooldown cool ->
                new YamlFields().with("cooldown", named(cool).with("duration", cool.length()));
            case Phase.Control control ->
                new YamlFields()
                        .with(
                                "control",
                                named(control)
                                        .with("hold", control.hold())
                                        .with("expect", expectations(control.expect())));
            case Phase.Disturbed disturbed -> disturbed(disturbed);
        };
    }

    private static YamlFields baseline(Phase.Baseline phase) {
        YamlFields fields = named(phase).with("duration", phase.length());
        return phase.drift() == Phase.Baseline.USUAL_DRIFT ? fields : fields.withNumber("drift", phase.drift());
    }

    private static YamlFields named(Phase phase) {
        return new YamlFields().with("name", phase.name());
    }

    private static YamlFields disturbed(Phase.Disturbed phase) {
        YamlFields fields = named(phase);
        List<Map<String, Object>> injections = phase.injections().stream()
                .map(injection -> injection(injection).map())
                .toList();
        if (phase.order() == Phase.Order.SERIAL && injections.size() == 1) {
            fields.and(injection(phase.injections().getFirst()));
        } else {
            fields.with(EnumNames.of(phase.order()), injections);
        }
        phase.consents().stream().sorted().forEach(consent -> fields.with(consent.key(), true));
        return fields.with("expect", expectations(phase.expect()));
    }

    private static YamlFields injection(Injection injection) {
        YamlFields fields = new YamlFields()
                .with("fault", choice(injection.fault()))
                .with("fallback", injection.fallback().map(ScenarioWriter::choice));
        if (!(injection.target() instanceof Selector.NoNodes)) {
            fields.with("target", target(injection.target()));
        }
        return fields.and(hold(injection.hold())).and(repeat(injection.repeat()));
    }

    private static YamlFields hold(HoldTime hold) {
        return switch (hold) {
            case HoldTime.For time when time.least().isZero() -> new YamlFields().with("hold", time.length());
            case HoldTime.For time ->
                new YamlFields().with("hold", time.length()).with("minHold", time.least());
            case HoldTime.UntilDone work ->
                new YamlFields().with("hold", "untilDone").with("max", work.max());
            case HoldTime.UntilRunEnd background -> new YamlFields().with("hold", "untilRunEnd");
        };
    }

    private static YamlFields repeat(InjectionRepeat repeat) {
        return repeat.equals(InjectionRepeat.ONCE)
                ? new YamlFields()
                : new YamlFields()
                        .with(
                                "repeat",
                                new YamlFields()
                                        .with("times", repeat.times())
                                        .with("gap", gap(repeat.gap()))
                                        .with("after", after(repeat.after())));
    }

    private static Optional<String> after(InjectionRepeat.GapStart start) {
        return start == InjectionRepeat.GapStart.HEALING ? Optional.empty() : Optional.of(start.word());
    }

    private static Object gap(InjectionRepeat.Gap gap) {
        return switch (gap) {
            case InjectionRepeat.Gap.Fixed fixed -> Durations.text(fixed.length());
            case InjectionRepeat.Gap.Uniform range ->
                Map.of("random", List.of(Durations.text(range.least()), Durations.text(range.most())));
            case InjectionRepeat.Gap.Poisson poisson -> Map.of("poisson", Durations.text(poisson.mean()));
        };
    }

    private static Object target(Selector selector) {
        return switch (selector) {
            case Selector.NoNodes none -> TargetReader.NONE;
            case Selector.AllNodes all -> TargetReader.ALL;
            case Selector.Named named -> named.node();
            case Selector.Drawn drawn -> drawn(drawn);
            case Selector.Whole whole -> Map.of(whole.level().key(), whole(whole));
            case Selector.InRole role -> Map.of("role", role.role());
            case Selector.Each each ->
                each.parts().stream().map(ScenarioWriter::target).toList();
        };
    }

    private static Map<String, Object> drawn(Selector.Drawn drawn) {
        YamlFields fields = new YamlFields().with("pick", drawn.portion().key());
        if (!(drawn.from() instanceof Selector.AllNodes)) {
            fields.with("from", target(drawn.from()));
        }
        if (!(drawn.not() instanceof Selector.NoNodes)) {
            fields.with("not", target(drawn.not()));
        }
        return fields.map();
    }

    private static Object whole(Selector.Whole whole) {
        return whole.name().isPresent() ? whole.name().get() : Map.of("pick", Selector.Portion.ONE.key());
    }

    private static YamlFields expectations(Expectations expectations) {
        YamlFields fields = new YamlFields();
        Map<String, YamlFields> inner = new LinkedHashMap<>();
        for (Expectation expectation : expectations.each()) {
            String key = expectation.measure().key();
            int point = key.indexOf('.');
            if (point < 0) {
                fields.with(key, expectation.text());
            } else {
                inner.computeIfAbsent(key.substring(0, point), name -> new YamlFields())
                        .with(key.substring(point + 1), expectation.text());
            }
        }
        inner.forEach(fields::with);
        return fields;
    }

    private static YamlFields setting(ScenarioSetup setting) {
        return new YamlFields()
                .with("cluster", cluster(setting.cluster()))
                .with("load", load(setting.load()))
                .with("probes", probes(setting.probes()))
                .with("safety", safety(setting.safety()));
    }

    /** Returns the kind alone, or a map from the kind to its options. */
    private static Object choice(ProviderSpec choice) {
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
        return new YamlFields()
                .with("kind", cluster.cluster().map(ScenarioWriter::choice))
                .withAny(
                        "nodes",
                        cluster.nodes().stream().map(ScenarioWriter::node).toList());
    }

    private static Map<String, Object> node(Cluster.Node node) {
        return new YamlFields()
                .with("names", List.of(node.name()))
                .with("zone", node.zone())
                .with("region", node.region())
                .map();
    }

    private static YamlFields load(ScenarioSetup.LoadSpec load) {
        return new YamlFields()
                .with("engine", load.engine().map(ScenarioWriter::choice))
                .with("sessions", load.sessions())
                .with("rate", rate(load.rate()))
                .with("statementTimeout", load.statementTimeout())
                .with("clientPolicy", load.clientPolicy().map(ScenarioWriter::clientPolicy));
    }

    private static YamlFields clientPolicy(ClientPolicy policy) {
        ClientPolicy.RetryRule retries = policy.retries();
        YamlFields fields = new YamlFields()
                .with("timeout", policy.timeout())
                .with("retries", retries.most())
                .with("backoff", retries.backoff())
                .with("maxBackoff", retries.maxBackoff())
                .withNumber("jitter", retries.jitter());
        retries.budget().ifPresent(share -> fields.withNumber("retryBudget", share));
        return fields.with("circuitBreaker", policy.breaker().map(ScenarioWriter::breaker))
                .with("hedge", policy.hedge().map(rule -> new YamlFields().with("after", rule.after())))
                .with("inFlight", policy.limits().inFlight())
                .with("queue", policy.limits().queue())
                .with("dropExpired", policy.limits().dropExpired());
    }

    private static YamlFields breaker(ClientPolicy.CircuitBreakerRule rule) {
        return new YamlFields()
                .withNumber("failureShare", rule.failureShare())
                .with("calls", rule.calls())
                .with("open", rule.open());
    }

    private static Object rate(LoadRate rate) {
        return switch (rate) {
            case LoadRate.Fixed fixed ->
                new YamlFields().withRate("fixed", fixed.perSecond()).map();
            case LoadRate.RatioOfMax share ->
                new YamlFields().withNumber("ratioOfMax", share.ratio()).map();
            case LoadRate.ThinkTimes think -> "thinkTimes";
            case LoadRate.Closed closed -> "closed";
        };
    }

    private static YamlFields probes(ProbeSettings probes) {
        return new YamlFields()
                .with(
                        "lanes",
                        probes.lanes()
                                .map(lanes -> probe("perNode", lanes.perNode(), lanes.perSecond())
                                        .with("timeout", lanes.timeout())))
                .with("ledger", probes.ledger().map(ledger -> probe("writers", ledger.writers(), ledger.perSecond())))
                .with(
                        "register",
                        probes.register()
                                .map(register -> probe("keys", register.keys(), register.perSecond())
                                        .with("mode", EnumNames.of(register.mode()))))
                .with("bank", probes.bank().map(bank -> probe("accounts", bank.accounts(), bank.perSecond())))
                .with(
                        "counter",
                        probes.counter().map(counter -> probe("sessions", counter.sessions(), counter.perSecond())))
                .with("isolation", probes.isolation().map(ScenarioWriter::isolation))
                .with("accord", probes.accord() ? Optional.of(true) : Optional.empty());
    }

    /** @param size the name of what it has a number of */
    private static YamlFields probe(String size, int number, double perSecond) {
        return new YamlFields().with(size, number).withRate("rate", perSecond);
    }

    private static YamlFields isolation(ProbeSettings.Isolation isolation) {
        IsolationExpectation expectation = isolation.expectation();
        return new YamlFields()
                .with("sessions", isolation.sessions())
                .with("keys", isolation.keys())
                .withRate("rate", isolation.perSecond())
                .with("level", isolation.level().map(level -> EnumNames.of(level)))
                .with("expect", expectation.level().map(level -> EnumNames.of(level)))
                .withAny(
                        "allow",
                        expectation.allowed().stream()
                                .sorted()
                                .map(EnumNames::of)
                                .toList());
    }

    private static YamlFields safety(ScenarioSetup.SafetyLimits safety) {
        return new YamlFields()
                .with("allowHosts", safety.allowHosts())
                .with("maxFaultyNodes", safety.maxFaultyNodes())
                .with("maxFaultyZones", safety.maxFaultyZones())
                .with("quorumGuard", safety.quorumGuard())
                .with("healthyWithin", safety.healthyWithin())
                .with("grace", safety.grace());
    }

    /** Builder of a map in a document; absent values are not written. */
    private static final class YamlFields {
        private final Map<String, Object> values = new LinkedHashMap<>();

        /** Adds a value, unless it is absent or has no fields. @param value text, number, boolean, time, fields, or a list or map of these */
        YamlFields with(String key, Object value) {
            switch (value) {
                case Optional<?> perhaps -> perhaps.ifPresent(there -> with(key, there));
                case OptionalInt perhaps -> perhaps.ifPresent(there -> with(key, there));
                case Duration length -> values.put(key, Durations.text(length));
                case YamlFields inner when inner.values.isEmpty() -> {}
                case YamlFields inner -> values.put(key, inner.values);
                default -> values.put(key, value);
            }
            return this;
        }

        /** Adds a list, unless it is empty. */
        YamlFields withAny(String key, List<?> list) {
            return list.isEmpty() ? this : with(key, list);
        }

        YamlFields withRate(String key, double perSecond) {
            return with(key, EnumNames.of(perSecond) + "/s");
        }

        YamlFields withNumber(String key, double number) {
            return number == Math.rint(number) ? with(key, Math.round(number)) : with(key, number);
        }

        YamlFields and(YamlFields more) {
            values.putAll(more.values);
            return this;
        }

        Map<String, Object> map() {
            return values;
        }
    }

    /** Spelling of enums and numbers as users write them. */
    static final class EnumNames {
        private EnumNames() {}

        static String of(Enum<?> name) {
            return name.name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** Formats a number without an exponent, and without a point before a zero fraction. */
        static String of(double number) {
            return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
        }
    }
}
