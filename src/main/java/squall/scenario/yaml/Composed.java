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

/** YAML text as a tree that knows where everything stands, with the environment's values in it. */
final class Composed {
    /** No scenario or inventory needs a tenth of it. */
    private static final int DEEPEST = 50;

    private final String file;
    private final Environment environment;
    private final Map<Node, Tree> trees = new IdentityHashMap<>();
    private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());

    private Composed(String file, Environment environment) {
        this.file = file;
        this.environment = environment;
    }

    static Tree.Keys of(Source source, Environment environment) {
        Spot start = new Spot(source.file(), 1);
        Tree tree = new Composed(source.file(), environment).tree(root(source, start));
        if (tree instanceof Tree.Keys keys) {
            return keys;
        }
        throw new ScenarioException(start, "the file must be a map of keys");
    }

    private static Node root(Source source, Spot start) {
        LoadSettings settings = LoadSettings.builder().setLabel(source.file()).build();
        try {
            requireShallow(settings, source);
            return new Compose(settings)
                    .composeString(source.text())
                    .orElseThrow(() -> new ScenarioException(start, "the file is empty"));
        } catch (MarkedYamlEngineException e) {
            Spot spot = spot(source.file(), e.getProblemMark());
            throw new ScenarioException(spot, "this is no YAML: " + e.getProblem(), e);
        } catch (YamlEngineException e) {
            throw new ScenarioException(start, "this is no YAML: " + e.getMessage(), e);
        }
    }

    /** The composer and all that follows walk into the depth, and a file could exhaust the stack. */
    private static void requireShallow(LoadSettings settings, Source source) {
        int depth = 0;
        for (Event event : new Parse(settings).parseString(source.text())) {
            switch (event.getEventId()) {
                case MappingStart, SequenceStart -> depth++;
                case MappingEnd, SequenceEnd -> depth--;
                default -> {} // has no depth of its own
            }
            if (depth > DEEPEST) {
                throw new ScenarioException(
                        spot(source.file(), event.getStartMark()),
                        "maps and lists are nested more than " + DEEPEST + " deep");
            }
        }
    }

    /** An alias stands for the very node that it names: it is made a tree once, and must not stand within itself. */
    private Tree tree(Node node) {
        Tree known = trees.get(node);
        if (known != null) {
            return known;
        }
        if (!open.add(node)) {
            throw new ScenarioException(spot(file, node.getStartMark()), "an alias stands within what it names");
        }
        Tree tree = made(node);
        open.remove(node);
        trees.put(node, tree);
        return tree;
    }

    private Tree made(Node node) {
        Spot spot = spot(file, node.getStartMark());
        return switch (node) {
            case ScalarNode scalar when scalar.getTag().equals(Tag.NULL) -> new Tree.Empty(spot);
            case ScalarNode scalar -> new Tree.Text(spot, environment.filled(scalar.getValue(), spot));
            case SequenceNode list ->
                new Tree.Items(spot, list.getValue().stream().map(this::tree).toList());
            case MappingNode map -> new Tree.Keys(spot, entries(map.getValue()));
            default -> throw new ScenarioException(spot, "neither text nor list nor map: " + node.getNodeType());
        };
    }

    private Map<String, Tree.Entry> entries(List<NodeTuple> tuples) {
        Map<String, Tree.Entry> entries = new LinkedHashMap<>();
        for (NodeTuple tuple : tuples) {
            Spot spot = spot(file, tuple.getKeyNode().getStartMark());
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw new ScenarioException(spot, "a key must be text");
            }
            Tree.Entry first = entries.putIfAbsent(key.getValue(), new Tree.Entry(spot, tree(tuple.getValueNode())));
            if (first != null) {
                throw new ScenarioException(
                        spot,
                        "key '" + key.getValue() + "' stands here a second time, first in line "
                                + first.spot().line());
            }
        }
        return entries;
    }

    private static Spot spot(String file, Optional<Mark> mark) {
        return new Spot(file, mark.map(at -> at.getLine() + 1).orElse(1));
    }
}
