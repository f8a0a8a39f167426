package squall.scenario.yaml;

import java.util.List;
import java.util.Map;

/** A document before it is understood; a value is text, whatever YAML would take it for. */
sealed interface Tree {
    Spot spot();

    record Text(Spot spot, String text) implements Tree {}

    /** A key without a value, or {@code null}. */
    record Empty(Spot spot) implements Tree {}

    record Items(Spot spot, List<Tree> items) implements Tree {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** @param entries by key, in the order of the file; not to be changed */
    record Keys(Spot spot, Map<String, Entry> entries) implements Tree {}

    /** @param spot of the key */
    record Entry(Spot spot, Tree value) {}
}
