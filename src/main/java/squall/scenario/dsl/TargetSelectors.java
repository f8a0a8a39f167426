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

    /** Selects some of these nodes. */
    public static Selector some(Selector.Portion portion, Selector from) {
        return new Selector.Drawn(portion, from, new Selector.NoNodes());
    }

    /** Selects some of all other nodes. */
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

    /** Selects a whole zone or region, at random. */
    public static Selector any(FailureDomain level) {
        return new Selector.Whole(level, Optional.empty());
    }

    /** Selects the nodes with a role, for example {@code primary}. */
    public static Selector role(String role) {
        return new Selector.InRole(role);
    }

    /** Selects the nodes of several selectors in order: the two ends of a cut, for example. */
    public static Selector each(Selector first, Selector second, Selector... more) {
        return new Selector.Each(
                Stream.concat(Stream.of(first, second), Arrays.stream(more)).toList());
    }
}
