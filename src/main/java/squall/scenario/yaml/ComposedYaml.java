package squall.scenario.yaml;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import squall.scenario.yaml.ScenarioException.YamlLocation;

/** YAML text as a tree with the line of every value, in which references to the environment are replaced. */
final class ComposedYaml {
    /** Maximum depth; no scenario or inventory needs a tenth of it. */
    private static final int DEEPEST = 50;

    private final String file;
    private final ValueSource environment;
    private final IdentityHashMap<Node, YamlTree> trees = new IdentityHashMap<>();
    private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Source of values: it replaces the references in a text of the file. */
    @FunctionalInterface
    interface ValueSource {
        String filled(String text, YamlLocation spot);
    }

    private ComposedYaml(String file, ValueSource environment) {
        this.file = file;
        this.environment = environment;
    }

    static YamlTree.Keys of(ScenarioSource source, ValueSource environment) {
        YamlLocation start = new YamlLocation(source.file(), 1);
        YamlTree tree = new ComposedYaml(source.file(), environment).tree(root(source, start));
        if (tree instanceof YamlTree.Keys keys) {
            return keys;
        }
        throw new ScenarioException(start, "the file must be a map of keys");
    }

    private static Node root(ScenarioSource source, YamlLocation start) {
        LoadSettings settings = LoadSettings.builder().setLabel(source.file()).build();
        try {
            requireShallow(settings, source);
            return new Compose(settings)
                    .composeString(source.text())
                    .orElseThrow(() -> new ScenarioException(start, "the file is empty"));
        } catch (MarkedYamlEngineException e) {
            YamlLocation spot = spot(source.file(), e.getProblemMark());
            throw new ScenarioException(spot, "invalid YAML: " + e.getProblem(), e);
        } catch (YamlEngineException e) {
            throw new ScenarioException(start, "invalid YAML: " + e.getMessage(), e);
        }
    }

    /** Checks the depth: the composer and all later steps are recursive, and a file could exhaust the stack. */
    private static void requireShallow(LoadSettings settings, ScenarioSource source) {
        int depth = 0;
        for (Event event : new Parse(settings).parseString(source.text())) {
            switch (event.getEventId()) {
                case MappingStart, SequenceStart -> depth++;
                case MappingEnd, SequenceEnd -> depth--;
                default -> {} // no change of depth
            }
            if (depth > DEEPEST) {
                throw new ScenarioException(
                        spot(source.file(), event.getStartMark()),
                        "maps and lists are nested more than " + DEEPEST + " deep");
            }
        }
    }

    /** Converts a node once: an alias is the very node that it names, and must not contain itself. */
    private YamlTree tree(Node node) {
        YamlTree known = trees.get(node);
        if (known != null) {
            return known;
        }
        if (!open.add(node)) {
            throw new ScenarioException(spot(file, node.getStartMark()), "an alias refers to a node that contains it");
        }
        YamlTree tree = made(node);
        open.remove(node);
        trees.put(node, tree);
        return tree;
    }

    private YamlTree made(Node node) {
        YamlLocation spot = spot(file, node.getStartMark());
        return switch (node) {
            case ScalarNode scalar when scalar.getTag().equals(Tag.NULL) -> new YamlTree.Empty(spot);
            case ScalarNode scalar -> new YamlTree.Text(spot, environment.filled(scalar.getValue(), spot));
            case SequenceNode list ->
                new YamlTree.Items(
                        spot, list.getValue().stream().map(this::tree).toList());
            case MappingNode map -> new YamlTree.Keys(spot, entries(map.getValue()));
            default -> throw new ScenarioException(spot, "neither text nor list nor map: " + node.getNodeType());
        };
    }

    private Map<String, YamlTree.YamlEntry> entries(List<NodeTuple> tuples) {
        Map<String, YamlTree.YamlEntry> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : tuples) {
            YamlLocation spot = spot(file, tuple.getKeyNode().getStartMark());
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw new ScenarioException(spot, "a key must be text");
            }
            YamlTree.YamlEntry first =
                    entries.putIfAbsent(key.getValue(), new YamlTree.YamlEntry(spot, tree(tuple.getValueNode())));
            if (first != null) {
                throw new ScenarioException(
                        spot,
                        "key '" + key.getValue() + "' is a duplicate; it first occurs in line "
                                + first.spot().line());
            }
        }
        return entries;
    }

    private static YamlLocation spot(String file, Optional<Mark> mark) {
        return new YamlLocation(file, mark.map(at -> at.getLine() + 1).orElse(1));
    }

    /** Uninterpreted document; a value is text, whatever YAML would take it for. */
    sealed interface YamlTree {
        YamlLocation spot();

        record Text(YamlLocation spot, String text) implements YamlTree {}

        /** Key without a value, or with {@code null}. */
        record Empty(YamlLocation spot) implements YamlTree {}

        record Items(YamlLocation spot, List<YamlTree> items) implements YamlTree {
            public Items {
                items = List.copyOf(items);
            }
        }

        /** @param entries by key, in the order of the file; not to be changed */
        record Keys(YamlLocation spot, Map<String, YamlEntry> entries) implements YamlTree {}

        /** @param spot of the key */
        record YamlEntry(YamlLocation spot, YamlTree value) {}
    }
}
