package squall.scenario.yaml;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import squall.scenario.Injection;
import squall.scenario.Injection.HoldTime;
import squall.scenario.Injection.InjectionRepeat;
import squall.scenario.Injection.InjectionRepeat.GapStart;
import squall.scenario.Phase;
import squall.scenario.Phase.Consent;
import squall.scenario.Phase.Order;
import squall.scenario.expect.Expectation;
import squall.scenario.expect.ExpectationMeasure;
import squall.scenario.expect.Expectations;
import squall.scenario.target.Selector;
import squall.scenario.yaml.ScenarioSetupReader.ProviderSpecReader;
import squall.spi.Durations;

/** Reader of a scenario's phases. */
record PhaseReader(Expectations defaults) {
    /** Kinds of phases without a fault; all settings of such a phase are in a map under its kind, which is its name if it has none. */
    static final List<String> FIXED = List.of("fill", "baseline", "control", "cooldown");

    private static final List<String> WAYS = List.of("fault", "serial", "parallel", "cascade");
    private static final List<String> OWN = List.of("name", "expect", "allowQuorumLoss", "allowDataLoss");
    private static final List<String> SINGLE = and(OWN, InjectionReader.KEYS);
    private static final List<String> DISTURBED = and(SINGLE, WAYS.subList(1, WAYS.size()));

    List<Phase> phases(YamlValue list) {
        return list.items().stream().map(this::phase).toList();
    }

    private Phase phase(YamlValue value) {
        Set<String> names = value.section().names();
        return FIXED.stream()
                .filter(names::contains)
                .findFirst()
                .map(kind -> fixed(kind, value.section(List.of(kind)).need(kind)))
                .orElseGet(() -> disturbed(value, value.section(DISTURBED)));
    }

    private Phase fixed(String kind, YamlValue value) {
        return switch (kind) {
            case "fill" -> undisturbed(kind, value, Phase.Fill::new);
            case "baseline" -> baseline(value, value.section(List.of("name", "duration", "drift")));
            case "cooldown" -> undisturbed(kind, value, Phase.Cooldown::new);
            default -> control(value, value.section(List.of("name", "hold", "expect")));
        };
    }

    private static Phase undisturbed(String kind, YamlValue value, BiFunction<String, Duration, Phase> maker) {
        YamlSection section = value.section(List.of("name", "duration"));
        return value.make(
                () -> maker.apply(name(section, kind), section.need("duration").duration()));
    }

    private static Phase baseline(YamlValue value, YamlSection section) {
        return value.make(() -> new Phase.Baseline(
                name(section, "baseline"),
                section.need("duration").duration(),
                section.find("drift").map(YamlValue::decimal).orElse(Phase.Baseline.USUAL_DRIFT)));
    }

    private Phase control(YamlValue value, YamlSection section) {
        return value.make(() ->
                new Phase.Control(name(section, "control"), section.need("hold").duration(), expect(section)));
    }

    private Phase disturbed(YamlValue value, YamlSection section) {
        List<String> ways = WAYS.stream().filter(section.names()::contains).toList();
        if (ways.size() != 1) {
            throw value.wrong("a phase with one of " + WAYS + ", or one of " + FIXED);
        }
        String way = ways.getFirst();
        return value.make(() -> switch (way) {
            case "fault" -> of(value.section(SINGLE), Order.SERIAL, List.of(InjectionReader.read(section)));
            case "serial" -> several(value, way, Order.SERIAL);
            case "parallel" -> several(value, way, Order.PARALLEL);
            default -> several(value, way, Order.CASCADE);
        });
    }

    private Phase several(YamlValue value, String way, Order order) {
        YamlSection section = value.section(and(OWN, List.of(way)));
        List<Injection> injections = section.need(way).items().stream()
                .map(item -> InjectionReader.read(item.section(InjectionReader.KEYS)))
                .toList();
        return of(section, order, injections);
    }

    private Phase of(YamlSection section, Order order, List<Injection> injections) {
        String name = section.need("name").text();
        return new Phase.Disturbed(name, order, injections, consents(section), expect(section));
    }

    private Expectations expect(YamlSection section) {
        return ExpectReader.read(section.find("expect")).over(defaults);
    }

    private static Set<Consent> consents(YamlSection section) {
        Set<Consent> consents = EnumSet.noneOf(Consent.class);
        for (Consent consent : Consent.values()) {
            if (section.find(consent.key()).map(YamlValue::flag).orElse(false)) {
                consents.add(consent);
            }
        }
        return consents;
    }

    private static String name(YamlSection section, String kind) {
        return section.find("name").map(YamlValue::text).orElse(kind);
    }

    private static List<String> and(List<String> some, List<String> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    /** Reader of one injection. */
    private static final class InjectionReader {
        static final List<String> KEYS = List.of("fault", "fallback", "target", "hold", "max", "minHold", "repeat");

        private static final String UNTIL_DONE = "untilDone";
        private static final String UNTIL_RUN_END = "untilRunEnd";

        private InjectionReader() {}

        /** @param section may have other keys too, those of its phase */
        static Injection read(YamlSection section) {
            return section.whole()
                    .make(() -> new Injection(
                            ProviderSpecReader.read(section.need("fault")),
                            section.find("fallback").map(ProviderSpecReader::read),
                            section.find("target").map(TargetReader::read).orElseGet(Selector.NoNodes::new),
                            hold(section),
                            section.find("repeat").map(InjectionReader::repeat).orElse(InjectionRepeat.ONCE)));
        }

        private static HoldTime hold(YamlSection section) {
            YamlValue hold = section.need("hold");
            return switch (hold.text()) {
                case UNTIL_DONE -> {
                    refuse(section, "minHold", UNTIL_DONE);
                    yield new HoldTime.UntilDone(section.need("max").duration());
                }
                case UNTIL_RUN_END -> {
                    refuse(section, "minHold", UNTIL_RUN_END);
                    refuse(section, "max", UNTIL_RUN_END);
                    yield new HoldTime.UntilRunEnd();
                }
                default -> {
                    refuse(section, "max", "a duration");
                    yield new HoldTime.For(length(hold), section.duration("minHold", Duration.ZERO));
                }
            };
        }

        private static Duration length(YamlValue hold) {
            return hold.duration(Durations.WANTED + ", " + UNTIL_DONE + " or " + UNTIL_RUN_END);
        }

        private static void refuse(YamlSection section, String key, String hold) {
            section.find(key).ifPresent(value -> {
                throw value.wrong("absent where hold is " + hold);
            });
        }

        private static InjectionRepeat repeat(YamlValue value) {
            YamlSection section = value.section(List.of("times", "gap", "after"));
            return value.make(() -> new InjectionRepeat(
                    section.need("times").whole(),
                    gap(section.need("gap")),
                    section.find("after").map(InjectionReader::after).orElse(GapStart.HEALING)));
        }

        private static GapStart after(YamlValue value) {
            return Arrays.stream(GapStart.values())
                    .filter(start -> start.word().equals(value.text()))
                    .findFirst()
                    .orElseThrow(() -> value.wrong("healing or recovery"));
        }

        private static InjectionRepeat.Gap gap(YamlValue value) {
            if (value.isText()) {
                return new InjectionRepeat.Gap.Fixed(value.duration());
            }
            YamlSection section = value.section(List.of("random", "poisson"));
            if (section.names().size() != 1) {
                throw value.wrong("a duration, {random: [10s, 60s]} or {poisson: 5m}");
            }
            return section.find("random")
                    .map(InjectionReader::random)
                    .orElseGet(() -> new InjectionRepeat.Gap.Poisson(
                            section.need("poisson").duration()));
        }

        private static InjectionRepeat.Gap random(YamlValue value) {
            List<YamlValue> ends = value.items();
            if (ends.size() != 2) {
                throw value.wrong("the least and the most, such as [10s, 60s]");
            }
            return new InjectionRepeat.Gap.Uniform(
                    ends.getFirst().duration(), ends.getLast().duration());
        }
    }

    /** Reader of expectations, by the keys of the measures; a point in a key separates a map's key from the key inside it. */
    static final class ExpectReader {
        private static final List<String> KEYS = Arrays.stream(ExpectationMeasure.values())
                .map(measure -> measure.key().replaceFirst("\\..*", ""))
                .distinct()
                .toList();

        private ExpectReader() {}

        /** Reads the expectations; there are none by default. */
        static Expectations read(Optional<YamlValue> found) {
            return found.map(ExpectReader::read).orElse(Expectations.NONE);
        }

        private static Expectations read(YamlValue value) {
            YamlSection section = value.section(KEYS);
            return new Expectations(Arrays.stream(ExpectationMeasure.values())
                    .flatMap(measure -> find(section, measure.key()).map(limit -> expectation(measure, limit)).stream())
                    .toList());
        }

        private static Optional<YamlValue> find(YamlSection section, String key) {
            int point = key.indexOf('.');
            return point < 0
                    ? section.find(key)
                    : section.find(key.substring(0, point))
                            .flatMap(map -> map.section(innerKeys(key.substring(0, point + 1)))
                                    .find(key.substring(point + 1)));
        }

        private static List<String> innerKeys(String prefix) {
            return Arrays.stream(ExpectationMeasure.values())
                    .map(ExpectationMeasure::key)
                    .filter(key -> key.startsWith(prefix))
                    .map(key -> key.substring(prefix.length()))
                    .toList();
        }

        private static Expectation expectation(ExpectationMeasure measure, YamlValue value) {
            return value.make(() -> Expectation.parse(measure, value.text()));
        }
    }
}
