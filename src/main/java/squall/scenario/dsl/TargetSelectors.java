package squall.scenario.dsl;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import squall.scenario.target.Selector;
import squall.scenario.target.Selector.FailureDomain;

/** Factory methods for the targets of a fault. */
public final class TargetSelectors {
    private TargetSelectors() {}

    public static Selector one() {
        return some(Selector.Portion.ONE);
    }

    public static Selector some(Selector.Portion portion) {
        return new Selector.Drawn(portion);
    }

    /** Some of these. */
    public static Selector some(Selector.Portion portion, Selector from) {
        return new Selector.Drawn(portion, from, new Selector.NoNodes());
    }

    /** Some of all but these. */
    public static Selector someBut(Selector.Portion portion, Selector spared) {
        return new Selector.Drawn(portion, new Selector.AllNodes(), spared);
    }

    public static Selector all() {
        return new Selector.AllNodes();
    }

    public static Selector node(String name) {
        return new Selector.Named(name);
    }

    public static Selector zone(String name) {
        return new Selector.Whole(FailureDomain.ZONE, Optional.of(name));
    }

    public static Selector region(String name) {
        return new Selector.Whole(FailureDomain.REGION, Optional.of(name));
    }

    /** A whole zone or region, drawn. */
    public static Selector any(FailureDomain level) {
        return new Selector.Whole(level, Optional.empty());
    }

    /** The nodes with a role, for example {@code primary}. */
    public static Selector role(String role) {
        return new Selector.InRole(role);
    }

    /** Several, one after the other: the two ends of a cut, for example. */
    public static Selector each(Selector first, Selector second, Selector... more) {
        return new Selector.Each(
                Stream.concat(Stream.of(first, second), Arrays.stream(more)).toList());
    }
}
