package squall.scenario.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.scenario.Scenario;
import squall.scenario.expect.Expectations;
import squall.spi.Nearest;

/** Makes scenarios of YAML text; {@code squall/scenario/scenario.schema.json} tells its form. */
public final class ScenarioReader {
    /** As the file says, whatever other sizes it has. */
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

    private final Library library;
    private final Environment environment;

    /** @param environment values for <code>${NAME}</code> */
    public ScenarioReader(Library library, Map<String, String> environment) {
        this.library = library;
        this.environment = new Environment(environment);
    }

    /**
     * The scenario in one of its sizes.
     *
     * @param size {@link #FULL}, or one that the file names
     * @throws ScenarioException if the text is no scenario, or has no such size
     */
    public Scenario read(Source source, String size) {
        Section document = new Section(sized(complete(source, List.of()), size), "").allowing(KEYS);
        return document.whole().make(() -> scenario(document));
    }

    /** The sizes that the file has, {@link #FULL} first. */
    public List<String> sizes(Source source) {
        List<String> all = new ArrayList<>(List.of(FULL));
        new Section(complete(source, List.of()), "")
                .find("sizes")
                .ifPresent(sizes -> all.addAll(sizes.section().names()));
        return all;
    }

    /** With what it extends below it. @param below those that are being completed with this one */
    private Tree.Keys complete(Source source, List<String> below) {
        Tree.Keys own = Composed.of(source, environment);
        Section section = new Section(own, "").allowing(KEYS);
        Value version = section.need("apiVersion");
        if (!version.text().equals(VERSION)) {
            throw version.wrong("'" + VERSION + "'");
        }
        return section.find("extends")
                .map(base -> Overlay.over(complete(found(base, below), and(below, base.text())), own))
                .orElse(own);
    }

    private Source found(Value base, List<String> below) {
        String name = base.text();
        if (below.contains(name)) {
            throw new ScenarioException(base.tree().spot(), "extends: '" + name + "' would extend itself");
        }
        return library.find(name)
                .orElseThrow(() -> new ScenarioException(
                        base.tree().spot(),
                        "extends: there is no scenario '" + name + "', there are " + library.names()
                                + Nearest.hint(name, library.names())));
    }

    private static List<String> and(List<String> names, String more) {
        List<String> all = new ArrayList<>(names);
        all.add(more);
        return all;
    }

    private static Tree.Keys sized(Tree.Keys document, String size) {
        if (size.equals(FULL)) {
            return document;
        }
        Optional<Section> sizes = new Section(document, "").find("sizes").map(Value::section);
        List<String> names = sizes.map(section -> List.copyOf(section.names())).orElse(List.of());
        Value over = sizes.flatMap(section -> section.find(size))
                .orElseThrow(() -> new ScenarioException(
                        document.spot(),
                        "sizes: there is no size '" + size + "', there are " + names + " and " + FULL
                                + Nearest.hint(size, names)));
        return Overlay.over(document, over.section(KEYS_OF_A_SIZE).tree());
    }

    private static Scenario scenario(Section document) {
        Expectations defaults = document.find("defaults")
                .map(value -> ExpectReader.read(value.section(List.of("expect")).find("expect")))
                .orElse(Expectations.NONE);
        Scenario scenario = new Scenario(
                document.need("name").text(),
                document.find("description").map(Value::text).orElse(""),
                SettingReader.setting(document),
                RulesReader.rules(document),
                ExpectReader.read(document.find("expect")),
                new PhaseReader(defaults).phases(document.need("phases")));
        return document.find("timeScale")
                .map(scale -> scale.make(() -> scenario.scaled(scale.decimal())))
                .orElse(scenario);
    }
}
