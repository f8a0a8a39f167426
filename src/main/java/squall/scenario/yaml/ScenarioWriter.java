package squall.scenario.yaml;

import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import squall.scenario.Injection;
import squall.scenario.InjectionRepeat;
import squall.scenario.Phase;
import squall.scenario.RecoverySpec;
import squall.scenario.Scenario;
import squall.scenario.target.Selector;
import squall.spi.Durations;

/** Scenarios as text that {@link ScenarioReader} reads as the same, with everything in it that was inherited, scaled or assumed. */
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
                .and(ScenarioSetupWriter.fields(scenario.setting()))
                .with("expect", ExpectWriter.fields(scenario.expect()))
                .with(
                        "phases",
                        scenario.phases().stream()
                                .map(phase -> PhaseWriter.fields(phase).map())
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

    /** Phases as {@link PhaseReader} reads them. */
    private static final class PhaseWriter {
        private PhaseWriter() {}

        static YamlFields fields(Phase phase) {
            return switch (phase) {
                case Phase.Fill fill ->
                    new YamlFields().with("fill", named(fill).with("duration", fill.length()));
                case Phase.Baseline base ->
                    new YamlFields().with("baseline", named(base).with("duration", base.length()));
                case Phase.Cooldown cool ->
                    new YamlFields().with("cooldown", named(cool).with("duration", cool.length()));
                case Phase.Control control ->
                    new YamlFields()
                            .with(
                                    "control",
                                    named(control)
                                            .with("hold", control.hold())
                                            .with("expect", ExpectWriter.fields(control.expect())));
                case Phase.Disturbed disturbed -> disturbed(disturbed);
            };
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
            return fields.with("expect", ExpectWriter.fields(phase.expect()));
        }

        private static YamlFields injection(Injection injection) {
            YamlFields fields = new YamlFields()
                    .with("fault", ScenarioSetupWriter.choice(injection.fault()))
                    .with("fallback", injection.fallback().map(ScenarioSetupWriter::choice));
            if (!(injection.target() instanceof Selector.NoNodes)) {
                fields.with("target", target(injection.target()));
            }
            return fields.and(hold(injection.hold())).and(repeat(injection.repeat()));
        }

        private static YamlFields hold(Injection.HoldTime hold) {
            return switch (hold) {
                case Injection.HoldTime.For time
                when time.least().isZero() -> new YamlFields().with("hold", time.length());
                case Injection.HoldTime.For time ->
                    new YamlFields().with("hold", time.length()).with("minHold", time.least());
                case Injection.HoldTime.UntilDone work ->
                    new YamlFields().with("hold", "untilDone").with("max", work.max());
                case Injection.HoldTime.UntilRunEnd background -> new YamlFields().with("hold", "untilRunEnd");
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
                                            .with("gap", gap(repeat.gap())));
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
                    each.parts().stream().map(PhaseWriter::target).toList();
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
    }
}
