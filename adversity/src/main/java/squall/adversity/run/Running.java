package squall.adversity.run;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import squall.adversity.guard.Struck;

/** What is in effect at this moment; any thread may come and go. */
final class Running {
    private final Map<String, Struck> struck = new ConcurrentHashMap<>();

    List<Struck> all() {
        return List.copyOf(struck.values());
    }

    /** Names of nodes that a fault has, so that nobody wonders about them. */
    Set<String> nodes() {
        return struck.values().stream()
                .flatMap(each -> each.nodes().stream())
                .map(node -> node.name())
                .collect(Collectors.toSet());
    }

    /** Lets one more in, unless the guard finds a reason against it; no other comes in meanwhile. */
    synchronized Optional<String> enter(Struck next, Function<List<Struck>, Optional<String>> guard) {
        Optional<String> refusal = guard.apply(all());
        if (refusal.isEmpty()) {
            struck.put(next.name(), next);
        }
        return refusal;
    }

    void leave(String name) {
        struck.remove(name);
    }
}
