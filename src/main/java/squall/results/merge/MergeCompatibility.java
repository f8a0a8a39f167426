package squall.results.merge;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import squall.measure.Window;
import squall.results.Manifest;
import squall.results.RunPart;
import squall.results.RunPart.DataShare;
import squall.results.RunSummary;
import squall.results.file.CanonicalJson;
import squall.system.HumanNumbers;

/**
 * Compatibility of runs as parts of one: the same workload on the same database, at the same time, on different parts of the data.
 *
 * @param skew allowed difference of their clocks: starts, and ends of windows
 */
record MergeCompatibility(Duration skew) {
    /**
     * Members of the manifest that determine the workload and the database. Endpoints and the number of terminals are each client's own.
     */
    private static final List<Member> EQUAL = List.of(
            new Member("workload", Manifest::workload),
            new Member("squall", Manifest::squall),
            new Member("db.product", manifest -> manifest.db().product()),
            new Member("db.version", manifest -> manifest.db().version()),
            new Member("db.settings", manifest -> manifest.db().settings()),
            new Member("phases", Manifest::phases),
            new Member("run shared by clients", MergeCompatibility::sharedSeed));

    /** Returns the seed of clients that share a run: only with one seed are their turns those of one run. */
    private static List<Object> sharedSeed(Manifest manifest) {
        return RunPart.of(manifest)
                .<List<Object>>map(part -> List.of(part.run(), part.clients(), manifest.seed()))
                .orElse(List.of());
    }

    private record Member(String name, Function<Manifest, Object> value) {
        JsonNode of(MergePart part) {
            return CanonicalJson.tree(value.apply(part.manifest()));
        }
    }

    /** Member of two manifests that must be equal and is not. */
    private record Unequal(String member, String here, String there) {}

    /**
     * Describes why the runs are not compatible, in one line; empty if they are. Each is compared with the first: there may be a thousand.
     */
    Optional<String> problem(List<MergePart> parts) {
        Map<String, MergePart> byId = new HashMap<>();
        for (MergePart part : parts) {
            if (byId.put(part.id(), part) != null) {
                return Optional.of("run " + part.id() + " is named twice");
            }
        }
        MergePart first = parts.getFirst();
        return parts.stream()
                .skip(1)
                .flatMap(other -> problem(first, other).stream())
                .findFirst()
                .or(() -> overlap(parts))
                .or(() -> starts(parts));
    }

    private Optional<String> problem(MergePart one, MergePart other) {
        return unequal(one, other)
                .or(() -> operations(one, other))
                .or(() -> totals(one, other))
                .or(() -> windows(one, other));
    }

    private static Optional<String> unequal(MergePart one, MergePart other) {
        return EQUAL.stream()
                .flatMap(member -> unequal(member.name(), member.of(one), member.of(other)).stream())
                .findFirst()
                .map(found -> differ("not the same " + found.member(), one, other, found.here(), found.there()));
    }

    /** Finds a difference, and descends to the member itself, so that the message shows it. */
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
        return node.isMissingNode() || node.isNull() ? "nothing" : node.isTextual() ? node.asText() : node.toString();
    }

    private static Optional<String> operations(MergePart one, MergePart other) {
        String here = operations(one);
        String there = operations(other);
        return here.equals(there)
                ? Optional.empty()
                : Optional.of(differ("not the same operations", one, other, here, there));
    }

    private static String operations(MergePart part) {
        return part.summary().total().orElseThrow().operations().stream()
                .map(RunSummary.OperationTotals::operation)
                .toList()
                .toString();
    }

    private static Optional<String> totals(MergePart one, MergePart other) {
        if (one.share().isEmpty() || other.share().isEmpty()) {
            return Optional.empty();
        }
        DataShare here = one.share().get();
        DataShare there = other.share().get();
        return here.total() == there.total()
                ? Optional.empty()
                : Optional.of(differ(
                        "not the same total of " + here.unit(), one, other, here.total() + "", there.total() + ""));
    }

    /** Finds ranges that overlap: sorted by their beginning, these are neighbours. */
    private static Optional<String> overlap(List<MergePart> parts) {
        List<MergePart> shared = parts.stream()
                .filter(part -> part.share().isPresent())
                .sorted(Comparator.comparingLong(
                        part -> part.share().orElseThrow().from()))
                .toList();
        for (int i = 1; i < shared.size(); i++) {
            MergePart one = shared.get(i - 1);
            MergePart other = shared.get(i);
            DataShare here = one.share().orElseThrow();
            DataShare there = other.share().orElseThrow();
            if (here.overlaps(there)) {
                return Optional.of(differ(here.unit() + " ranges overlap", one, other, range(here), range(there)));
            }
        }
        return Optional.empty();
    }

    private static String range(DataShare share) {
        return share.from() + " to " + share.to();
    }

    private Optional<String> starts(List<MergePart> parts) {
        Comparator<MergePart> order = Comparator.comparing(MergePart::startedAtThere);
        MergePart one = parts.stream().min(order).orElseThrow();
        MergePart other = parts.stream().max(order).orElseThrow();
        Duration apart = Duration.between(one.startedAtThere(), other.startedAtThere());
        return apart.compareTo(skew) <= 0
                ? Optional.empty()
                : Optional.of("runs " + one.id() + " and " + other.id() + " began " + HumanNumbers.length(apart)
                        + " apart, " + allowed());
    }

    private Optional<String> windows(MergePart one, MergePart other) {
        List<RunSummary.WindowTotals> here = one.summary().windows();
        List<RunSummary.WindowTotals> there = other.summary().windows();
        for (int i = 0; i < Math.min(here.size(), there.size()); i++) {
            String name = here.get(i).window().name();
            if (!begin(here.get(i).window()).equals(begin(there.get(i).window()))) {
                return Optional.of(differ(
                        "not the same window " + name,
                        one,
                        other,
                        begin(here.get(i).window()),
                        begin(there.get(i).window())));
            }
            double apart = Math.abs(here.get(i).seconds() - there.get(i).seconds());
            if (apart * 1000 > skew.toMillis()) {
                return Optional.of(differ(
                                "not the same length of window " + name,
                                one,
                                other,
                                HumanNumbers.amount(here.get(i).seconds()) + " s",
                                HumanNumbers.amount(there.get(i).seconds()) + " s")
                        + ", " + allowed());
            }
        }
        return Optional.empty();
    }

    private static String begin(Window window) {
        return window.name() + " " + window.kind().name().toLowerCase(Locale.ROOT) + " from second "
                + window.fromSecond();
    }

    private String allowed() {
        return "at most " + HumanNumbers.length(skew) + " is allowed (--skew)";
    }

    private static String differ(String what, MergePart one, MergePart other, String here, String there) {
        return what + ": " + here + " in " + one.id() + ", " + there + " in " + other.id();
    }
}
