package squall.scenario.yaml;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import squall.scenario.Injection;
import squall.scenario.Phase;
import squall.scenario.Phase.Consent;
import squall.scenario.Phase.Order;
import squall.scenario.expect.Expectations;

/** The phases in order. */
final class PhaseReader {
    /** Kinds of phases without a fault; all that is said of such a phase stands in a map under its kind, which is its name if it has none. */
    static final List<String> FIXED = List.of("fill", "baseline", "control", "cooldown");

    private static final List<String> WAYS = List.of("fault", "serial", "parallel", "cascade");
    private static final List<String> OWN = List.of("name", "expect", "allowQuorumLoss", "allowDataLoss");
    private static final List<String> SINGLE = and(OWN, InjectionReader.KEYS);
    private static final List<String> DISTURBED = and(SINGLE, WAYS.subList(1, WAYS.size()));

    private final Expectations defaults;

    PhaseReader(Expectations defaults) {
        this.defaults = defaults;
    }

    List<Phase> phases(Value list) {
        return list.items().stream().map(this::phase).toList();
    }

    private Phase phase(Value value) {
        Set<String> names = value.section().names();
        return FIXED.stream()
                .filter(names::contains)
                .findFirst()
                .map(kind -> fixed(kind, value.section(List.of(kind)).need(kind)))
                .orElseGet(() -> disturbed(value, value.section(DISTURBED)));
    }

    private Phase fixed(String kind, Value value) {
        return switch (kind) {
            case "fill" -> undisturbed(kind, value, Phase.Fill::new);
            case "baseline" -> undisturbed(kind, value, Phase.Baseline::new);
            case "cooldown" -> undisturbed(kind, value, Phase.Cooldown::new);
            default -> control(value, value.section(List.of("name", "hold", "expect")));
        };
    }

    private static Phase undisturbed(String kind, Value value, BiFunction<String, Duration, Phase> maker) {
        Section section = value.section(List.of("name", "duration"));
        return value.make(
                () -> maker.apply(name(section, kind), section.need("duration").duration()));
    }

    private Phase control(Value value, Section section) {
        return value.make(() ->
                new Phase.Control(name(section, "control"), section.need("hold").duration(), expect(section)));
    }

    private Phase disturbed(Value value, Section section) {
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

    private Phase several(Value value, String way, Order order) {
        Section section = value.section(and(OWN, List.of(way)));
        List<Injection> injections = section.need(way).items().stream()
                .map(item -> InjectionReader.read(item.section(InjectionReader.KEYS)))
                .toList();
        return of(section, order, injections);
    }

    private Phase of(Section section, Order order, List<Injection> injections) {
        String name = section.need("name").text();
        return new Phase.Disturbed(name, order, injections, consents(section), expect(section));
    }

    private Expectations expect(Section section) {
        return ExpectReader.read(section.find("expect")).over(defaults);
    }

    private static Set<Consent> consents(Section section) {
        Set<Consent> consents = EnumSet.noneOf(Consent.class);
        for (Consent consent : Consent.values()) {
            if (section.find(consent.key()).map(Value::flag).orElse(false)) {
                consents.add(consent);
            }
        }
        return consents;
    }

    private static String name(Section section, String kind) {
        return section.find("name").map(Value::text).orElse(kind);
    }

    private static List<String> and(List<String> some, List<String> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }
}
