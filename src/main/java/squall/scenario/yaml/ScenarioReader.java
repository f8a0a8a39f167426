package squall.scenario.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import squall.scenario.RecoverySpec;
import squall.scenario.Scenario;
import squall.scenario.Scenario.WindowDurations;
import squall.scenario.expect.Expectations;
import squall.scenario.yaml.ComposedYaml.YamlTree;
import squall.scenario.yaml.ComposedYaml.YamlTree.YamlEntry;
import squall.scenario.yaml.PhaseReader.ExpectReader;
import squall.scenario.yaml.YamlDocument.EnvironmentValues;
import squall.spi.NearestName;

/** Reader of scenarios in YAML; {@code squall/scenario/scenario.schema.json} describes their form. */
public final class ScenarioReader {
    /** Name of the size that is the unchanged file. */
    public static final String FULL = "full";

    static final String VERSION = "squall/v1";
    private static final List<String> KEYS = List.of(
            "apiVersion",
            "extends",
            "name",
            "description",
            "seed",
            "timeScale",
            "repetitions",
            "cluster",
            "load",
            "probes",
            "safety",
            "windows",
            "recovery",
            "defaults",
            "expect",
            "phases",
            "sizes");
    private static final List<String> KEYS_OF_A_SIZE = KEYS.stream()
            .filter(key -> !List.of("apiVersion", "extends", "name", "sizes").contains(key))
            .toList();

    private static final RecoverySpec.Given LAPTOP = RecoverySpec.Given.LAPTOP;
    private static final List<String> RECOVERY =
            List.of("preset", "window", "held", "share", "latencyFactor", "latencyFloor");

    private final ScenarioLibrary library;
    private final EnvironmentValues environment;

    /** @param environment values for <code>${NAME}</code> */
    public ScenarioReader(ScenarioLibrary library, Map<String, String> environment) {
        this.library = library;
        this.environment = new EnvironmentValues(environment);
    }

    /** Reads a scenario that extends nothing, such as one that a run recorded. @throws ScenarioException if the text is not a scenario */
    public static Scenario readAlone(ScenarioSource source) {
        return new ScenarioReader(new NoLibrary(), Map.of()).read(source, FULL);
    }

    /**
     * Reads a scenario in one of its sizes.
     *
     * @param size {@link #FULL}, or one that the file names
     * @throws ScenarioException if the text is not a scenario, or has no such size
     */
    public Scenario read(ScenarioSource source, String size) {
        return read(source, size, any -> {});
    }

    /**
     * Reads a scenario that must also pass a check.
     *
     * @param check throws an {@link IllegalArgumentException} whose message begins with the path of the error, such as
     *     {@code phases[2].fault: }; file and line are added to it
     */
    public Scenario read(ScenarioSource source, String size, Consumer<Scenario> check) {
        YamlSection document = new YamlSection(sized(complete(source, List.of()), size), "").allowing(KEYS);
        return document.whole().make(() -> {
            Scenario scenario = scenario(document);
            check.accept(scenario);
            return scenario;
        });
    }

    /** Lists the sizes of the file, {@link #FULL} first. */
    public List<String> sizes(ScenarioSource source) {
        List<String> all = new ArrayList<>(List.of(FULL));
        new YamlSection(complete(source, List.of()), "")
                .find("sizes")
                .ifPresent(sizes -> all.addAll(sizes.section().names()));
        return all;
    }

    /** Merges a scenario over the one that it extends. @param below those that are being merged over this one */
    private YamlTree.Keys complete(ScenarioSource source, List<String> below) {
        YamlTree.Keys own = ComposedYaml.of(source, environment::filled);
        YamlSection section = new YamlSection(own, "").allowing(KEYS);
        YamlValue version = section.need("apiVersion");
        if (!version.text().equals(VERSION)) {
            throw version.wrong("'" + VERSION + "'");
        }
        return section.find("extends")
                .map(base -> YamlOverlay.over(complete(found(base, below), and(below, base.text())), own))
                .orElse(own);
    }

    private ScenarioSource found(YamlValue base, List<String> below) {
        String name = base.text();
        if (below.contains(name)) {
            throw new ScenarioException(base.tree().spot(), "extends: '" + name + "' would extend itself");
        }
        return library.find(name)
                .orElseThrow(() -> new ScenarioException(
                        base.tree().spot(),
                        "extends: there is no scenario '" + name + "'" + NearestName.choice(name, library.names())));
    }

    private static List<String> and(List<String> names, String more) {
        List<String> all = new ArrayList<>(names);
        all.add(more);
        return all;
    }

    private static YamlTree.Keys sized(YamlTree.Keys document, String size) {
        if (size.equals(FULL)) {
            return document;
        }
        Optional<YamlSection> sizes =
                new YamlSection(document, "").find("sizes").map(YamlValue::section);
        List<String> names = new ArrayList<>(List.of(FULL));
        sizes.ifPresent(section -> names.addAll(section.names()));
        YamlValue over = sizes.flatMap(section -> section.find(size))
                .orElseThrow(() -> new IllegalArgumentException(
                        "this scenario has no size '" + size + "'" + NearestName.choice(size, names)));
        return YamlOverlay.over(document, over.section(KEYS_OF_A_SIZE).tree());
    }

    private static Scenario scenario(YamlSection document) {
        Expectations defaults = document.find("defaults")
                .map(value -> ExpectReader.read(value.section(List.of("expect")).find("expect")))
                .orElse(Expectations.NONE);
        Scenario scenario = new Scenario(
                document.need("name").text(),
                document.find("description").map(YamlValue::text).orElse(""),
                ScenarioSetupReader.setting(document),
                rules(document),
                ExpectReader.read(document.find("expect")),
                new PhaseReader(defaults).phases(document.need("phases")));
        return document.find("timeScale")
                .map(scale -> scale.make(() -> scenario.scaled(scale.decimal())))
                .orElse(scenario);
    }

    private static Scenario.MeasurementRules rules(YamlSection document) {
        long seed = document.need("seed").seed();
        int repetitions = document.find("repetitions").map(YamlValue::whole).orElse(1);
        WindowDurations windows =
                document.find("windows").map(ScenarioReader::windows).orElse(WindowDurations.DEFAULT);
        RecoverySpec recovery =
                document.find("recovery").map(ScenarioReader::recovery).orElse(RecoverySpec.DEFAULT);
        return new Scenario.MeasurementRules(seed, repetitions, windows, recovery);
    }

    private static WindowDurations windows(YamlValue value) {
        YamlSection section = value.section(List.of("settle", "baseline", "recoveryMax"));
        WindowDurations standard = WindowDurations.DEFAULT;
        return value.make(() -> new WindowDurations(
                section.duration("settle", standard.settle()),
                section.duration("baseline", standard.baseline()),
                section.duration("recoveryMax", standard.recoveryMax())));
    }

    private static RecoverySpec recovery(YamlValue value) {
        YamlSection section = value.section(RECOVERY);
        if (!section.names().contains("preset")) {
            return value.make(() -> new RecoverySpec.Given(
                    section.need("window").duration(),
                    section.need("held").duration(),
                    section.find("share").map(YamlValue::decimal).orElse(LAPTOP.share()),
                    section.find("latencyFactor").map(YamlValue::decimal).orElse(LAPTOP.latencyFactor()),
                    section.duration("latencyFloor", LAPTOP.latencyFloor())));
        }
        if (section.names().size() > 1) {
            throw value.wrong("either a preset or its own values");
        }
        YamlValue preset = section.need("preset");
        List<String> names = RecoverySpec.PRESETS.keySet().stream().sorted().toList();
        return RecoverySpec.preset(preset.text())
                .orElseThrow(() -> preset.wrong("one of " + names, NearestName.hint(preset.text(), names)));
    }

    /**
     * Overlay of one document on another: maps are merged, other values are replaced, and a key without a value is removed. A choice of
     * another kind is also replaced. Phases, which are a list, can be changed by a map of their names.
     */
    private static final class YamlOverlay {
        private static final String PHASES = "phases";

        /** Keys whose maps have one key, which is their kind: another kind is not merged. */
        private static final Set<String> CHOICES = Set.of("kind", "engine", "fault", "fallback", "rate", "gap");

        private static final String NAME = "name";

        private YamlOverlay() {}

        static YamlTree.Keys over(YamlTree.Keys base, YamlTree.Keys more) {
            Map<String, YamlEntry> all = new LinkedHashMap<>(base.entries());
            more.entries().forEach((key, entry) -> {
                if (entry.value() instanceof YamlTree.Empty) {
                    all.remove(key);
                } else {
                    all.merge(
                            key,
                            entry,
                            (old, over) -> new YamlEntry(over.spot(), value(key, old.value(), over.value())));
                }
            });
            return new YamlTree.Keys(more.spot(), all);
        }

        private static YamlTree value(String key, YamlTree old, YamlTree over) {
            if (old instanceof YamlTree.Keys base && over instanceof YamlTree.Keys more) {
                return CHOICES.contains(key)
                                && !base.entries()
                                        .keySet()
                                        .equals(more.entries().keySet())
                        ? over
                        : over(base, more);
            }
            if (key.equals(PHASES) && old instanceof YamlTree.Items base && over instanceof YamlTree.Keys more) {
                return phases(base, more);
            }
            return over;
        }

        private static YamlTree phases(YamlTree.Items base, YamlTree.Keys more) {
            Map<String, YamlTree> byName = new LinkedHashMap<>();
            base.items().forEach(phase -> byName.put(name(phase), phase));
            more.entries().forEach((name, entry) -> {
                if (!byName.containsKey(name)) {
                    throw new ScenarioException(
                            entry.spot(),
                            "there is no phase '" + name + "' to change, there are " + byName.keySet()
                                    + NearestName.hint(name, byName.keySet()));
                }
                byName.computeIfPresent(name, (same, phase) -> phase(phase, entry.value()));
            });
            return new YamlTree.Items(base.spot(), List.copyOf(byName.values()));
        }

        /** Merges a phase; null, which removes it, if the overlay is empty. */
        private static @Nullable YamlTree phase(YamlTree phase, YamlTree over) {
            if (phase instanceof YamlTree.Keys base && over instanceof YamlTree.Keys more) {
                return over(
                        base, fixedKind(base).map(kind -> wrapped(kind, more)).orElse(more));
            }
            return over instanceof YamlTree.Empty ? null : over;
        }

        /** Returns the name of a phase in the list: its own, or that of its kind. */
        private static String name(YamlTree phase) {
            if (!(phase instanceof YamlTree.Keys keys)) {
                return "";
            }
            YamlTree fields = fixedKind(keys).map(kind -> value(keys, kind)).orElse(keys);
            if (fields instanceof YamlTree.Keys inner && value(inner, NAME) instanceof YamlTree.Text name) {
                return name.text();
            }
            return fixedKind(keys).orElse("");
        }

        /** Returns the kind of a phase whose settings are all in a map under it, for example {@code baseline}. */
        private static Optional<String> fixedKind(YamlTree.Keys phase) {
            return phase.entries().keySet().stream()
                    .filter(PhaseReader.FIXED::contains)
                    .findFirst();
        }

        private static YamlTree.Keys wrapped(String kind, YamlTree.Keys fields) {
            return new YamlTree.Keys(fields.spot(), Map.of(kind, new YamlEntry(fields.spot(), fields)));
        }

        private static @Nullable YamlTree value(YamlTree.Keys keys, String key) {
            YamlEntry entry = keys.entries().get(key);
            return entry == null ? null : entry.value();
        }
    }

    /** Library of scenarios that others may extend. */
    public interface ScenarioLibrary {
        /** Lists the names of the scenarios, in the order in which they are shown. */
        List<String> names();

        Optional<ScenarioSource> find(String name);
    }

    private record NoLibrary() implements ScenarioLibrary {
        @Override
        public List<String> names() {
            return List.of();
        }

        @Override
        public Optional<ScenarioSource> find(String name) {
            return Optional.empty();
        }
    }
}
