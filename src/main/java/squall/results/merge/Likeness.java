package squall.results.merge;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import squall.cli.Figures;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.results.Share;

/**
 * Whether runs are parts of one: the same workload on the same database, at the same time, on different parts of the data.
 *
 * @param skew how far apart their clocks may be: starts, and ends of windows
 */
record Likeness(Duration skew) {
    /** What decides what was run, and on what. Endpoints and the number of terminals are each client's own. */
    private static final List<String> EQUAL =
            List.of("/workload", "/squall", "/db/product", "/db/version", "/db/settings", "/phases");

    /** A member of two manifests that must be equal and is not. */
    private record Unequal(String member, String here, String there) {}

    /** Why they are not, in one line; empty if they are. */
    Optional<String> complaint(List<Part> parts) {
        for (int i = 0; i < parts.size(); i++) {
            for (Part other : parts.subList(i + 1, parts.size())) {
                Optional<String> complaint = complaint(parts.get(i), other);
                if (complaint.isPresent()) {
                    return complaint;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> complaint(Part one, Part other) {
        if (one.id().equals(other.id())) {
            return Optional.of("run " + one.id() + " is named twice");
        }
        return unequal(one, other)
                .or(() -> operations(one, other))
                .or(() -> shares(one, other))
                .or(() -> starts(one, other))
                .or(() -> windows(one, other));
    }

    private static Optional<String> unequal(Part one, Part other) {
        return EQUAL.stream()
                .flatMap(member -> unequal(
                        member.substring(1).replace('/', '.'),
                        one.run().manifest().at(member),
                        other.run().manifest().at(member))
                        .stream())
                .findFirst()
                .map(found -> differ(found.member(), one, other, found.here(), found.there()));
    }

    /** Goes down to the member itself, so that nobody has to look for the difference. */
    private static Optional<Unequal> unequal(String member, JsonNode here, JsonNode there) {
        if (here.equals(there)) {
            return Optional.empty();
        }
        if (here.isObject() && there.isObject()) {
            return Stream.concat(here.propertyStream(), there.propertyStream())
                    .map(Map.Entry::getKey)
                    .filter(name -> !here.path(name).equals(there.path(name)))
                    .findFirst()
                    .flatMap(name -> unequal(member + "." + name, here.path(name), there.path(name)));
        }
        return Optional.of(new Unequal(member, shown(here), shown(there)));
    }

    private static String shown(JsonNode node) {
        return node.isMissingNode() ? "nothing" : node.isTextual() ? node.asText() : node.toString();
    }

    private static Optional<String> operations(Part one, Part other) {
        String here = operations(one);
        String there = operations(other);
        return here.equals(there) ? Optional.empty() : Optional.of(differ("operations", one, other, here, there));
    }

    private static String operations(Part part) {
        return part.result().total().operations().stream()
                .map(summary -> summary.operation().name())
                .toList()
                .toString();
    }

    private static Optional<String> shares(Part one, Part other) {
        if (one.share().isEmpty() || other.share().isEmpty()) {
            return Optional.empty();
        }
        Share here = one.share().get();
        Share there = other.share().get();
        if (here.total() != there.total()) {
            return Optional.of(differ("total of " + here.unit(), one, other, here.total() + "", there.total() + ""));
        }
        return here.overlaps(there)
                ? Optional.of(differ(here.unit() + " ranges overlap and", one, other, range(here), range(there)))
                : Optional.empty();
    }

    private static String range(Share share) {
        return share.from() + " to " + share.to();
    }

    private Optional<String> starts(Part one, Part other) {
        Duration apart = Duration.between(one.startedAt(), other.startedAt()).abs();
        return apart.compareTo(skew) <= 0
                ? Optional.empty()
                : Optional.of("runs " + one.id() + " and " + other.id() + " began " + Figures.length(apart) + " apart, "
                        + allowed());
    }

    private Optional<String> windows(Part one, Part other) {
        List<WindowSummary> here = one.result().windows();
        List<WindowSummary> there = other.result().windows();
        for (int i = 0; i < Math.min(here.size(), there.size()); i++) {
            String name = here.get(i).window().name();
            if (!begin(here.get(i).window()).equals(begin(there.get(i).window()))) {
                return Optional.of(differ(
                        "window " + name,
                        one,
                        other,
                        begin(here.get(i).window()),
                        begin(there.get(i).window())));
            }
            double apart = Math.abs(here.get(i).seconds() - there.get(i).seconds());
            if (apart * 1000 > skew.toMillis()) {
                return Optional.of(differ(
                                "length of window " + name,
                                one,
                                other,
                                Figures.amount(here.get(i).seconds()) + " s",
                                Figures.amount(there.get(i).seconds()) + " s")
                        + ", " + allowed());
            }
        }
        return Optional.empty();
    }

    private static String begin(Window window) {
        return window.name() + " " + window.kind() + " from second " + window.fromSecond();
    }

    private String allowed() {
        return "at most " + Figures.length(skew) + " is allowed (--skew)";
    }

    private static String differ(String what, Part one, Part other, String here, String there) {
        return what + " differ: " + here + " in " + one.id() + ", " + there + " in " + other.id();
    }
}
