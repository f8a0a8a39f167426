package squall.scenario.yaml;

import java.util.List;
import java.util.Map;
import squall.scenario.Hold;
import squall.scenario.Injection;
import squall.scenario.Phase;
import squall.scenario.Repeat;
import squall.scenario.target.Portion;
import squall.scenario.target.Selector;
import squall.spi.Durations;

/** Phases as {@link PhaseReader} reads them. */
final class PhaseWriter {
    private PhaseWriter() {}

    static Fields fields(Phase phase) {
        return switch (phase) {
            case Phase.Fill fill -> new Fields().with("fill", named(fill).with("duration", fill.length()));
            case Phase.Baseline base ->
                new Fields().with("baseline", named(base).with("duration", base.length()));
            case Phase.Cooldown cool ->
                new Fields().with("cooldown", named(cool).with("duration", cool.length()));
            case Phase.Control control ->
                new Fields()
                        .with(
                                "control",
                                named(control)
                                        .with("hold", control.hold())
                                        .with("expect", ExpectWriter.fields(control.expect())));
            case Phase.Disturbed disturbed -> disturbed(disturbed);
        };
    }

    private static Fields named(Phase phase) {
        return new Fields().with("name", phase.name());
    }

    private static Fields disturbed(Phase.Disturbed phase) {
        Fields fields = named(phase);
        List<Map<String, Object>> injections = phase.injections().stream()
                .map(injection -> injection(injection).map())
                .toList();
        if (phase.order() == Phase.Order.SERIAL && injections.size() == 1) {
            fields.and(injection(phase.injections().getFirst()));
        } else {
            fields.with(Words.of(phase.order()), injections);
        }
        phase.consents().stream().sorted().forEach(consent -> fields.with(consent.key(), true));
        return fields.with("expect", ExpectWriter.fields(phase.expect()));
    }

    private static Fields injection(Injection injection) {
        Fields fields = new Fields()
                .with("fault", SettingWriter.choice(injection.fault()))
                .with("fallback", injection.fallback().map(SettingWriter::choice));
        if (!(injection.target() instanceof Selector.Nobody)) {
            fields.with("target", target(injection.target()));
        }
        return fields.and(hold(injection.hold())).and(repeat(injection.repeat()));
    }

    private static Fields hold(Hold hold) {
        return switch (hold) {
            case Hold.For time when time.least().isZero() -> new Fields().with("hold", time.length());
            case Hold.For time -> new Fields().with("hold", time.length()).with("minHold", time.least());
            case Hold.UntilDone work -> new Fields().with("hold", "untilDone").with("max", work.max());
            case Hold.UntilRunEnd background -> new Fields().with("hold", "untilRunEnd");
        };
    }

    private static Fields repeat(Repeat repeat) {
        return repeat.equals(Repeat.ONCE)
                ? new Fields()
                : new Fields()
                        .with(
                                "repeat",
                                new Fields().with("times", repeat.times()).with("gap", gap(repeat.gap())));
    }

    private static Object gap(Repeat.Gap gap) {
        return switch (gap) {
            case Repeat.Gap.Fixed fixed -> Durations.text(fixed.length());
            case Repeat.Gap.Uniform range ->
                Map.of("random", List.of(Durations.text(range.least()), Durations.text(range.most())));
            case Repeat.Gap.Poisson poisson -> Map.of("poisson", Durations.text(poisson.mean()));
        };
    }

    private static Object target(Selector selector) {
        return switch (selector) {
            case Selector.Nobody nobody -> TargetReader.NONE;
            case Selector.Everybody everybody -> TargetReader.ALL;
            case Selector.Named named -> named.node();
            case Selector.Drawn drawn -> drawn(drawn);
            case Selector.Whole whole -> Map.of(whole.level().key(), whole(whole));
            case Selector.InRole role -> Map.of("role", role.role());
            case Selector.Each each ->
                each.parts().stream().map(PhaseWriter::target).toList();
        };
    }

    private static Map<String, Object> drawn(Selector.Drawn drawn) {
        Fields fields = new Fields().with("pick", drawn.portion().key());
        if (!(drawn.from() instanceof Selector.Everybody)) {
            fields.with("from", target(drawn.from()));
        }
        if (!(drawn.not() instanceof Selector.Nobody)) {
            fields.with("not", target(drawn.not()));
        }
        return fields.map();
    }

    private static Object whole(Selector.Whole whole) {
        return whole.name().isPresent() ? whole.name().get() : Map.of("pick", Portion.ONE.key());
    }
}
