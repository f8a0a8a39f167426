package squall.scenario.yaml;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where in a document the thing stands that a complaint begins with, for example {@code phases[2].expect.p99: …}. */
final class Place {
    private static final Pattern STEP = Pattern.compile("\\.?([A-Za-z]\\w*)|\\[(\\d{1,6})]");

    private Place() {}

    /** As deep in the tree as the complaint leads. */
    static Spot of(String complaint, Tree root) {
        Matcher step = STEP.matcher(complaint);
        Spot spot = root.spot();
        Optional<Tree> at = Optional.of(root);
        while (at.isPresent() && step.lookingAt()) {
            at = at.flatMap(tree -> step.group(1) == null ? item(tree, step.group(2)) : value(tree, step.group(1)));
            spot = at.map(Tree::spot).orElse(spot);
            step.region(step.end(), complaint.length());
        }
        return spot;
    }

    private static Optional<Tree> value(Tree tree, String key) {
        return tree instanceof Tree.Keys keys
                ? Optional.ofNullable(keys.entries().get(key)).map(Tree.Entry::value)
                : Optional.empty();
    }

    private static Optional<Tree> item(Tree tree, String index) {
        int i = Integer.parseInt(index);
        return tree instanceof Tree.Items list && i < list.items().size()
                ? Optional.of(list.items().get(i))
                : Optional.empty();
    }
}
