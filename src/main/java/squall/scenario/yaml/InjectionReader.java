package squall.scenario.yaml;

import java.time.Duration;
import java.util.List;
import squall.scenario.Hold;
import squall.scenario.Injection;
import squall.scenario.Repeat;
import squall.scenario.target.Selector;
import squall.spi.Durations;

/** One fault at one target. */
final class InjectionReader {
    static final List<String> KEYS = List.of("fault", "fallback", "target", "hold", "max", "minHold", "repeat");

    private static final String UNTIL_DONE = "untilDone";
    private static final String UNTIL_RUN_END = "untilRunEnd";

    private InjectionReader() {}

    /** @param section may hold other keys too, those of its phase */
    static Injection read(Section section) {
        return section.whole()
                .make(() -> new Injection(
                        ChoiceReader.read(section.need("fault")),
                        section.find("fallback").map(ChoiceReader::read),
                        section.find("target").map(TargetReader::read).orElseGet(Selector.Nobody::new),
                        hold(section),
                        section.find("repeat").map(InjectionReader::repeat).orElse(Repeat.ONCE)));
    }

    private static Hold hold(Section section) {
        Value hold = section.need("hold");
        return switch (hold.text()) {
            case UNTIL_DONE -> {
                refuse(section, "minHold", UNTIL_DONE);
                yield new Hold.UntilDone(section.need("max").duration());
            }
            case UNTIL_RUN_END -> {
                refuse(section, "minHold", UNTIL_RUN_END);
                refuse(section, "max", UNTIL_RUN_END);
                yield new Hold.UntilRunEnd();
            }
            default -> {
                refuse(section, "max", "a duration");
                yield new Hold.For(length(hold), section.duration("minHold", Duration.ZERO));
            }
        };
    }

    private static Duration length(Value hold) {
        return Durations.parse(hold.text())
                .orElseThrow(() -> hold.wrong(Durations.WANTED + ", " + UNTIL_DONE + " or " + UNTIL_RUN_END));
    }

    private static void refuse(Section section, String key, String hold) {
        section.find(key).ifPresent(value -> {
            throw value.wrong("absent where hold is " + hold);
        });
    }

    private static Repeat repeat(Value value) {
        Section section = value.section(List.of("times", "gap"));
        return value.make(() -> new Repeat(section.need("times").whole(), gap(section.need("gap"))));
    }

    private static Repeat.Gap gap(Value value) {
        if (value.isText()) {
            return new Repeat.Gap.Fixed(value.duration());
        }
        Section section = value.section(List.of("random", "poisson"));
        if (section.names().size() != 1) {
            throw value.wrong("a duration, {random: [10s, 60s]} or {poisson: 5m}");
        }
        return section.find("random")
                .map(InjectionReader::random)
                .orElseGet(() -> new Repeat.Gap.Poisson(section.need("poisson").duration()));
    }

    private static Repeat.Gap random(Value value) {
        List<Value> ends = value.items();
        if (ends.size() != 2) {
            throw value.wrong("the least and the most, such as [10s, 60s]");
        }
        return new Repeat.Gap.Uniform(ends.getFirst().duration(), ends.getLast().duration());
    }
}
