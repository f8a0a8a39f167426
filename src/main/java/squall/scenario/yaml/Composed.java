package squall.scenario.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
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
    private final String file;
    private final Environment environment;

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

    private Tree tree(Node node) {
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
