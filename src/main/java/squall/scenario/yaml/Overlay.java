package squall.scenario.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import squall.spi.Nearest;

/**
 * A document over another: maps merge, all else is replaced, and a key without a value is taken away. A choice of another kind is
 * replaced too. Phases, which are a list, can be changed by a map from their names.
 */
final class Overlay {
    private static final String PHASES = "phases";

    /** Their maps have one key, which says of what kind they are: another kind has nothing to merge with. */
    private static final Set<String> CHOICES = Set.of("kind", "engine", "fault", "fallback", "rate", "gap");

    private static final String NAME = "name";

    private Overlay() {}

    static Tree.Keys over(Tree.Keys base, Tree.Keys more) {
        Map<String, Tree.Entry> all = new LinkedHashMap<>(base.entries());
        more.entries().forEach((key, entry) -> {
            if (entry.value() instanceof Tree.Empty) {
                all.remove(key);
            } else {
                all.merge(
                        key, entry, (old, over) -> new Tree.Entry(over.spot(), value(key, old.value(), over.value())));
            }
        });
        return new Tree.Keys(more.spot(), all);
    }

    private static Tree value(String key, Tree old, Tree over) {
        if (old instanceof Tree.Keys base && over instanceof Tree.Keys more) {
            return CHOICES.contains(key)
                            && !base.entries().keySet().equals(more.entries().keySet())
                    ? over
                    : over(base, more);
        }
        if (key.equals(PHASES) && old instanceof Tree.Items base && over instanceof Tree.Keys more) {
            return phases(base, more);
        }
        return over;
    }

    private static Tree phases(Tree.Items base, Tree.Keys more) {
        Map<String, Tree> byName = new LinkedHashMap<>();
        base.items().forEach(phase -> byName.put(name(phase), phase));
        more.entries().forEach((name, entry) -> {
            if (!byName.containsKey(name)) {
                throw new ScenarioException(
                        entry.spot(),
                        "there is no phase '" + name + "' to change, there are " + byName.keySet()
                                + Nearest.hint(name, byName.keySet()));
            }
            byName.computeIfPresent(name, (same, phase) -> phase(phase, entry.value()));
        });
        return new Tree.Items(base.spot(), List.copyOf(byName.values()));
    }

    /** The phase with what differs; null, which takes it away, if nothing is said. */
    private static @Nullable Tree phase(Tree phase, Tree over) {
        if (phase instanceof Tree.Keys base && over instanceof Tree.Keys more) {
            return over(base, fixedKind(base).map(kind -> wrapped(kind, more)).orElse(more));
        }
        return over instanceof Tree.Empty ? null : over;
    }

    /** The name of a phase as it stands in the list: its own, or that of its kind. */
    private static String name(Tree phase) {
        if (!(phase instanceof Tree.Keys keys)) {
            return "";
        }
        Tree fields = fixedKind(keys).map(kind -> value(keys, kind)).orElse(keys);
        if (fields instanceof Tree.Keys inner && value(inner, NAME) instanceof Tree.Text name) {
            return name.text();
        }
        return fixedKind(keys).orElse("");
    }

    /** For example {@code baseline}, where all that is said of the phase stands in a map under this key. */
    private static Optional<String> fixedKind(Tree.Keys phase) {
        return phase.entries().keySet().stream()
                .filter(PhaseReader.FIXED::contains)
                .findFirst();
    }

    private static Tree.Keys wrapped(String kind, Tree.Keys fields) {
        return new Tree.Keys(fields.spot(), Map.of(kind, new Tree.Entry(fields.spot(), fields)));
    }

    private static @Nullable Tree value(Tree.Keys keys, String key) {
        Tree.Entry entry = keys.entries().get(key);
        return entry == null ? null : entry.value();
    }
}
