package squall.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import squall.cli.command.MaximumSearch;
import squall.experiment.ExperimentSpec.CellSource;
import squall.experiment.ExperimentSpec.Dimension;
import squall.experiment.ExperimentSpec.ExperimentStep;
import squall.experiment.ExperimentSpec.ExperimentTable;
import squall.experiment.ExperimentSpec.Only;
import squall.experiment.ExperimentSpec.PublishedOrigin;
import squall.experiment.ExperimentSpec.Scale;
import squall.experiment.ExperimentSpec.StepSize;
import squall.experiment.ExperimentSpec.Stop;
import squall.experiment.ExperimentSpec.TableColumn;
import squall.experiment.ExperimentSpec.ValueSearch;
import squall.experiment.SelectedExperiment.PlannedStep;
import squall.report.table.PublishedFigures;
import squall.scenario.yaml.ScenarioSource;
import squall.scenario.yaml.YamlDocument;
import squall.scenario.yaml.YamlSection;
import squall.scenario.yaml.YamlValue;
import squall.spi.NearestName;

/** Reader of an experiment in YAML; unknown keys and names are refused with line and nearest name. */
public final class ExperimentReader {
    static final String VERSION = "squall-experiment/v1";

    private static final List<String> KEYS = List.of(
            "apiVersion",
            "name",
            "title",
            "document",
            "numbers",
            "shows",
            "databases",
            "scales",
            "steps",
            "tables",
            "published",
            "limits");
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]*");
    private final YamlSection document;

    private ExperimentReader(YamlSection document) {
        this.document = document;
    }

    /** @throws squall.scenario.yaml.ScenarioException if the text is no experiment */
    public static ExperimentSpec read(ScenarioSource source) {
        return new ExperimentReader(YamlDocument.template(source, KEYS)).experiment();
    }

    private ExperimentSpec experiment() {
        requireVersion();
        Map<String, Map<String, String>> databases = databases();
        Map<String, Scale> scales = scales(databases.keySet());
        Set<String> dimensions = new LinkedHashSet<>();
        scales.values().forEach(scale -> dimensions.addAll(scale.vary().keySet()));
        scales.values().forEach(scale -> scale.search().ifPresent(search -> dimensions.add(search.value())));
        List<ExperimentStep> steps = new StepReader(dimensions, databases.keySet()).steps(document.need("steps"));
        requireSearchedSteps(steps);
        String title = document.need("title").text();
        return new ExperimentSpec(
                name(),
                title,
                new PublishedOrigin(document.need("document").text(), numbers(), texts("shows")),
                databases,
                scales,
                steps,
                document.find("tables").map(YamlValue::items).orElse(List.of()).stream()
                        .map(table -> new TableReader(steps).table(table, title))
                        .toList(),
                published(),
                texts("limits"));
    }

    private void requireVersion() {
        YamlValue version = document.need("apiVersion");
        if (!version.text().equals(VERSION)) {
            throw version.wrong("'" + VERSION + "'");
        }
    }

    private String name() {
        YamlValue name = document.need("name");
        if (!NAME.matcher(name.text()).matches()) {
            throw name.wrong("lower-case letters, digits and hyphens");
        }
        return name.text();
    }

    private List<Integer> numbers() {
        return document.need("numbers").items().stream().map(YamlValue::whole).toList();
    }

    private List<String> texts(String key) {
        return document.find(key).map(YamlValue::items).orElse(List.of()).stream()
                .map(YamlValue::text)
                .toList();
    }

    private List<String> published() {
        List<String> known = PublishedFigures.load().names();
        return document.find("published").map(YamlValue::items).orElse(List.of()).stream()
                .map(value -> oneOf(value, known))
                .toList();
    }

    private Map<String, Map<String, String>> databases() {
        Map<String, Map<String, String>> databases = new LinkedHashMap<>();
        YamlSection section = document.need("databases").section();
        section.names().forEach(name -> databases.put(name, values(section.need(name))));
        if (databases.isEmpty()) {
            throw document.need("databases").wrong("a map with one database or more");
        }
        return databases;
    }

    /** Reads names and values; an empty map may be written {@code {}}. */
    private static Map<String, String> values(YamlValue map) {
        Map<String, String> values = new LinkedHashMap<>();
        YamlSection section = map.section();
        section.names().forEach(name -> values.put(name, section.need(name).text()));
        return values;
    }

    private Map<String, Scale> scales(Set<String> databases) {
        Map<String, Scale> scales = new LinkedHashMap<>();
        YamlSection section = document.need("scales").section(ExperimentSpec.SCALES);
        ExperimentSpec.SCALES.forEach(name ->
                section.find(name).ifPresent(value -> scales.put(name, scale(value, databases))));
        return scales;
    }

    private static Scale scale(YamlValue value, Set<String> databases) {
        YamlSection section =
                value.section(List.of("about", "values", "vary", "search", "stop", "nodes", "clientDelay"));
        Map<String, Dimension> vary = new LinkedHashMap<>();
        section.find("vary").ifPresent(dimensions -> {
            YamlSection names = dimensions.section();
            names.names().forEach(name -> vary.put(name, dimension(names.need(name), databases)));
        });
        return new Scale(
                section.need("about").text(),
                section.find("values").map(ExperimentReader::values).orElse(Map.of()),
                vary,
                section.find("nodes").map(YamlValue::text).orElse("1"),
                section.find("search").map(ExperimentReader::search),
                section.find("stop").map(ExperimentReader::stop),
                section.find("clientDelay")
                        .map(limit -> OptionalLong.of(limit.duration().toMillis()))
                        .orElse(OptionalLong.empty()));
    }

    /** Reads a list for all databases, or a map with one for each. */
    private static Dimension dimension(YamlValue value, Set<String> databases) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        if (value.isList()) {
            List<String> all = eachOnce(value);
            databases.forEach(database -> values.put(database, all));
        } else {
            YamlSection section = value.section(List.copyOf(databases));
            databases.forEach(database -> values.put(database, eachOnce(section.need(database))));
        }
        return new Dimension(values);
    }

    private static List<String> eachOnce(YamlValue value) {
        List<String> values = value.items().stream().map(YamlValue::text).toList();
        if (values.isEmpty() || values.size() != Set.copyOf(values).size()) {
            throw value.wrong("a list of one value or more, each once");
        }
        if (values.stream().map(PlannedStep::inKey).distinct().count() != values.size()) {
            throw value.wrong("a list of values with different letters, digits or .,=_- in them, as they name folders");
        }
        return values;
    }

    private static ValueSearch search(YamlValue value) {
        YamlSection section = value.section(List.of("value", "from", "to", "resolution", "step", "accept"));
        List<ExperimentSpec.AcceptanceRule> rules = rules(section);
        return value.make(() -> new ValueSearch(
                section.need("value").text(),
                MaximumSearch.doubling(
                        section.need("from").whole(),
                        section.need("to").whole(),
                        Double.parseDouble(section.need("resolution").text())),
                section.need("step").text(),
                rules));
    }

    private static Stop stop(YamlValue value) {
        YamlSection section = value.section(List.of("step", "after", "accept"));
        List<ExperimentSpec.AcceptanceRule> rules = rules(section);
        return value.make(() ->
                new Stop(section.need("step").text(), section.need("after").whole(), rules));
    }

    private static List<ExperimentSpec.AcceptanceRule> rules(YamlSection section) {
        return section.need("accept").items().stream()
                .map(rule -> rule.make(() -> ExperimentSpec.AcceptanceRule.parse(rule.text())))
                .toList();
    }

    private void requireSearchedSteps(List<ExperimentStep> steps) {
        List<String> names = steps.stream().map(ExperimentStep::name).toList();
        YamlSection scales = document.need("scales").section();
        scales.names().stream()
                .map(name -> scales.need(name).section())
                .flatMap(scale -> Stream.of(scale.find("search"), scale.find("stop")))
                .flatMap(Optional::stream)
                .forEach(judged -> oneOf(judged.section().need("step"), names));
    }

    private static String oneOf(YamlValue value, List<String> known) {
        if (!known.contains(value.text())) {
            throw value.wrong("one of " + known
                    + NearestName.name(value.text(), known)
                            .map(near -> " (did you mean '" + near + "'?)")
                            .orElse(""));
        }
        return value.text();
    }

    /** Reader of the steps. */
    private record StepReader(Set<String> dimensions, Set<String> databases) {
        private static final List<String> KEYS =
                List.of("name", "command", "per", "prepares", "ownCluster", "databases", "otherwise", "size");

        List<ExperimentStep> steps(YamlValue list) {
            List<ExperimentStep> steps = new ArrayList<>();
            for (YamlValue item : list.items()) {
                ExperimentStep step = step(item);
                if (steps.stream().anyMatch(earlier -> earlier.name().equals(step.name()))) {
                    throw item.wrong("a step with a name of its own");
                }
                steps.add(step);
            }
            if (steps.isEmpty()) {
                throw list.wrong("a list of one step or more");
            }
            return steps;
        }

        private ExperimentStep step(YamlValue item) {
            YamlSection section = item.section(KEYS);
            List<String> known = List.copyOf(dimensions);
            List<String> per = section.find("per")
                    .map(value -> value.items().stream()
                            .map(name -> oneOf(name, known))
                            .toList())
                    .orElse(known);
            return new ExperimentStep(
                    section.need("name").text(),
                    words(section.need("command")),
                    per,
                    section.find("prepares").map(YamlValue::flag).orElse(false),
                    section.find("ownCluster").map(YamlValue::flag).orElse(false),
                    section.find("databases")
                            .map(only -> new Only(
                                    only.items().stream()
                                            .map(name -> oneOf(name, List.copyOf(databases)))
                                            .toList(),
                                    section.need("otherwise").text())),
                    section.find("size").map(StepReader::size).orElse(StepSize.NONE));
        }

        private static List<String> words(YamlValue command) {
            List<String> words = command.isList()
                    ? command.items().stream().map(YamlValue::text).toList()
                    : List.of(command.text().strip().split("\\s+", -1));
            if (!StepCommand.NAMES.contains(words.getFirst())) {
                throw command.wrong("a command of one of " + StepCommand.NAMES);
            }
            return words;
        }

        private static StepSize size(YamlValue value) {
            YamlSection section = value.section(List.of("rows", "bytes", "clients", "seconds"));
            return new StepSize(
                    text(section, "rows"), text(section, "bytes"), text(section, "clients"), text(section, "seconds"));
        }

        private static String text(YamlSection section, String key) {
            return section.find(key).map(YamlValue::text).orElse("");
        }
    }

    /** Reader of a table. */
    private record TableReader(List<ExperimentStep> steps) {
        private static final List<String> KEYS =
                List.of("title", "of", "from", "label", "invalidToo", "each", "columns");
        private static final List<String> OF_COLUMN =
                List.of("name", "unit", "value", "figure", "change", "ideal", "by", "against");

        ExperimentTable table(YamlValue item, String title) {
            YamlSection section = item.section(KEYS);
            Optional<RunTables> from =
                    section.find("from").map(value -> new RunTables(oneOf(value, RunTables.names())));
            List<TableColumn> columns = section.find("columns").map(YamlValue::items).orElse(List.of()).stream()
                    .map(TableReader::column)
                    .toList();
            if (from.isPresent() != columns.isEmpty()) {
                throw item.wrong("a table with either 'from' or 'columns'");
            }
            List<String> of = each(section.need("of")).stream()
                    .map(step ->
                            oneOf(step, steps.stream().map(ExperimentStep::name).toList()))
                    .toList();
            if (of.size() != 1 && from.isEmpty()) {
                throw item.wrong("a table with 'columns' and one step in 'of'");
            }
            return new ExperimentTable(
                    section.find("title").map(YamlValue::text).orElse(title),
                    of,
                    from,
                    section.find("label").map(YamlValue::text).orElse(""),
                    section.find("invalidToo").map(YamlValue::flag).orElse(false),
                    section.find("each").map(YamlValue::flag).orElse(false),
                    columns);
        }

        private static TableColumn column(YamlValue item) {
            YamlSection section = item.section(OF_COLUMN);
            List<CellSource> sources = Stream.of(
                            section.find("value").<CellSource>map(value -> new CellSource.Value(value.text())),
                            section.find("figure").<CellSource>map(value -> new CellSource.Figure(keys(value))),
                            section.find("change")
                                    .<CellSource>map(value ->
                                            new CellSource.Change(value.text(), values(section.need("against")))),
                            section.find("ideal")
                                    .<CellSource>map(value -> new CellSource.Ideal(
                                            value.text(), section.need("by").text(), values(section.need("against")))))
                    .flatMap(Optional::stream)
                    .toList();
            if (sources.size() != 1) {
                throw item.wrong("a column with one of 'value', 'figure', 'change' and 'ideal'");
            }
            return new TableColumn(
                    section.need("name").text(),
                    section.find("unit").map(YamlValue::text).orElse(""),
                    sources.getFirst());
        }

        private static List<String> keys(YamlValue value) {
            return each(value).stream().map(YamlValue::text).toList();
        }

        /** Returns the items of a list; a single value may be written without brackets. */
        private static List<YamlValue> each(YamlValue value) {
            return value.isList() ? value.items() : List.of(value);
        }
    }
}
