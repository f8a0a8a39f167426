package squall.scenario.dsl;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import squall.scenario.target.Level;
import squall.scenario.target.Portion;
import squall.scenario.target.Selector;

/** Whom a fault strikes, in words. */
public final class Targets {
    private Targets() {}

    public static Selector one() {
        return some(Portion.ONE);
    }

    public static Selector some(Portion portion) {
        return new Selector.Drawn(portion);
    }

    /** Some of these. */
    public static Selector some(Portion portion, Selector from) {
        return new Selector.Drawn(portion, from, new Selector.Nobody());
    }

    /** Some of all but these. */
    public static Selector someBut(Portion portion, Selector spared) {
        return new Selector.Drawn(portion, new Selector.Everybody(), spared);
    }

    public static Selector all() {
        return new Selector.Everybody();
    }

    public static Selector node(String name) {
        return new Selector.Named(name);
    }

    public static Selector zone(String name) {
        return new Selector.Whole(Level.ZONE, Optional.of(name));
    }

    public static Selector region(String name) {
        return new Selector.Whole(Level.REGION, Optional.of(name));
    }

    /** A whole zone or region, drawn. */
    public static Selector any(Level level) {
        return new Selector.Whole(level, Optional.empty());
    }

    /** Those who play a role, for example {@code primary}. */
    public static Selector role(String role) {
        return new Selector.InRole(role);
    }

    /** Several, one after the other: the two ends of a cut, for example. */
    public static Selector each(Selector first, Selector second, Selector... more) {
        return new Selector.Each(
                Stream.concat(Stream.of(first, second), Arrays.stream(more)).toList());
    }
}
