package squall.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.results.RunPart.DataShare;
import squall.results.file.CanonicalJson;
import squall.results.file.ErrorsFile;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.results.file.PhasesFile;
import squall.results.file.RunState;
import squall.results.recorded.ClientFigures;
import squall.results.recorded.RunOutline;
import squall.verdict.CorruptionVerdict;

/** The records that are the schema of the files of a run directory: against the published schemas, and there and back again. */
class ResultRecordsTest {
    private static final List<Class<? extends Record>> FILES = List.of(
            Manifest.class,
            RunSummary.class,
            PhasesFile.Entry.class,
            RecordedEvent.class,
            RecordedEvent.FaultStep.class,
            ErrorsFile.ErrorSample.class,
            WorkloadFigure.class,
            RunPart.class,
            DataShare.class,
            ClientFigures.class,
            ProbeStatus.class);

    static Stream<Arguments> records() {
        return FILES.stream().flatMap(type -> IntStream.range(1, 21).mapToObj(seed -> Arguments.of(type, seed)));
    }

    @ParameterizedTest
    @MethodSource("records")
    void what_is_written_is_read_back(Class<? extends Record> type, int seed) throws Exception {
        Record written = (Record) value(type, new Random(seed));
        JsonNode json = CanonicalJson.read("test", CanonicalJson.pretty(written));
        assertThat((Object) CanonicalJson.as(type, json)).isEqualTo(written);
        assertThat((Object) CanonicalJson.tree(written)).isEqualTo(json);
    }

    @Test
    void an_efficiency_above_what_waits_allow_has_no_value_in_the_file_and_is_still_added_over_clients() {
        WorkloadFigure impossible = WorkloadFigure.percent("efficiency", 7190, 12.86);
        JsonNode json = CanonicalJson.tree(impossible);
        assertThat(json.has("value")).isFalse();
        assertThat(CanonicalJson.as(WorkloadFigure.class, json).plus(impossible).amount())
                .isEqualTo(14_380);
        assertThat(CanonicalJson.tree(WorkloadFigure.percent("efficiency", 12, 12))
                        .path("value")
                        .asDouble())
                .isEqualTo(100);
    }

    /** Enum of another form than those of the files. */
    private enum NewEnum {
        TWO_WORDS,
        OF_ITS_OWN_CLASS {
            @Override
            public String toString() {
                return "Own";
            }
        }
    }

    private record NewRecord(NewEnum one, Optional<NewEnum> maybe, List<NewEnum> all, Map<String, NewEnum> named) {}

    /** Covers an old error: an enum that was not registered by hand was written in upper case, and broke a report. */
    @Test
    void every_enum_of_a_new_record_is_a_word_in_lower_case() {
        NewRecord written = new NewRecord(
                NewEnum.TWO_WORDS,
                Optional.of(NewEnum.OF_ITS_OWN_CLASS),
                List.of(NewEnum.values()),
                Map.of("x", NewEnum.TWO_WORDS));
        assertThat(CanonicalJson.line(written)).isEqualTo("""
                {"one":"two_words","maybe":"of_its_own_class","all":["two_words","of_its_own_class"],"named":{"x":"two_words"}}""");
        assertThat(CanonicalJson.as(NewRecord.class, CanonicalJson.tree(written)))
                .isEqualTo(written);
    }

    @Test
    void every_enum_of_the_files_is_a_word_in_lower_case() {
        Set<Class<?>> enums = new HashSet<>();
        FILES.forEach(type -> collectEnums(type, enums));
        assertThat(enums).contains(RunState.class, CorruptionVerdict.Finding.class);
        enums.forEach(type -> assertThat(words(type))
                .isEqualTo(Stream.of(type.getEnumConstants())
                        .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
                        .toList()));
    }

    private static void collectEnums(Type type, Set<Class<?>> enums) {
        if (type instanceof ParameterizedType generic) {
            Stream.of(generic.getActualTypeArguments()).forEach(argument -> collectEnums(argument, enums));
        } else if (type instanceof Class<?> of && of.isRecord()) {
            Stream.of(of.getRecordComponents()).forEach(component -> collectEnums(component.getGenericType(), enums));
        } else if (type instanceof Class<?> of && of.isEnum()) {
            enums.add(of);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void an_outline_says_what_the_whole_summary_says(int seed) throws Exception {
        JsonNode whole = CanonicalJson.tree(value(RunSummary.class, new Random(seed)));
        JsonNode outline = CanonicalJson.tree(CanonicalJson.as(RunOutline.SummaryOutline.class, whole));
        assertThat(outline.size()).isGreaterThanOrEqualTo(3); // of one without its optional members
        assertPart(outline, whole);
    }

    private static void assertPart(JsonNode part, JsonNode whole) {
        assertThat(part.getNodeType()).isEqualTo(whole.getNodeType());
        if (part.isObject()) {
            part.properties().forEach(member -> assertPart(member.getValue(), whole.path(member.getKey())));
        } else if (part.isArray()) {
            assertThat(part).hasSameSizeAs(whole);
            IntStream.range(0, part.size()).forEach(i -> assertPart(part.get(i), whole.get(i)));
        } else {
            assertThat(part).isEqualTo(whole);
        }
    }

    @Test
    void the_members_of_a_manifest_are_those_of_its_schema() throws IOException {
        assertThat(differences(Manifest.class, "manifest.schema.json")).isEmpty();
    }

    @Test
    void the_members_of_a_summary_are_those_of_its_schema() throws IOException {
        assertThat(differences(RunSummary.class, "summary.schema.json")).isEmpty();
    }

    @Test
    void a_member_that_a_schema_lacks_is_found() throws IOException {
        assertThat(differences(Manifest.Build.class, "manifest.schema.json"))
                .singleElement()
                .asString()
                .startsWith("Build has [dirty, git, version], its schema [artefacts, ");
    }

    @Test
    void members_of_another_version_are_left_out() {
        assertThat(CanonicalJson.as(RunSummary.ExitReason.class, CanonicalJson.tree(Map.of("code", 3, "more", "x"))))
                .isEqualTo(new RunSummary.ExitReason(3, "", Optional.empty()));
    }

    @Test
    void a_member_of_another_type_is_named_with_what_is_wanted() throws IOException {
        JsonNode json = CanonicalJson.read(
                "test", "{\"state\":\"complete\",\"windows\":[{\"kind\":\"steady\",\"from_s\":\"x\"}]}");
        assertThatThrownBy(() -> CanonicalJson.as(RunSummary.class, json))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("windows[0].from_s must be a whole number, not 'x'");
    }

    @Test
    void a_word_that_is_not_one_of_its_kind_is_named_with_those_that_are() throws IOException {
        assertThatThrownBy(() -> CanonicalJson.as(RunSummary.class, CanonicalJson.read("test", "{\"state\":\"fine\"}")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("state must be one of running, complete, aborted, invalid, not 'fine'");
        assertThatThrownBy(() -> CanonicalJson.as(RunSummary.class, CanonicalJson.read("test", "{}")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("state must be one of running, complete, aborted, invalid; it is missing");
    }

    @Test
    void a_part_that_every_file_has_must_be_there() throws IOException {
        assertThatThrownBy(() -> CanonicalJson.as(
                        Manifest.class, CanonicalJson.read("test", "{\"state\":\"complete\",\"db\":{}}")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("squall must be an object");
    }

    private static List<String> differences(Class<?> type, String schema) throws IOException {
        JsonNode root = CanonicalJson.read(Path.of("..", "results", "schema", schema));
        List<String> found = new ArrayList<>();
        compare(type, root, root, found);
        return found;
    }

    private static void compare(Type type, JsonNode schema, JsonNode root, List<String> found) {
        if (schema.has("$ref")) {
            compare(type, root.at(schema.get("$ref").asText().substring(1)), root, found);
        } else if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            compare(
                    arguments[arguments.length - 1],
                    generic.getRawType() == List.class
                            ? schema.path("items")
                            : generic.getRawType() == Map.class ? schema.path("additionalProperties") : schema,
                    root,
                    found);
        } else if (type instanceof Class<?> of && of.isEnum()) {
            same(of, new TreeSet<>(words(of)), texts(schema.path("enum")), found);
        } else if (type instanceof Class<?> of && of.isRecord()) {
            Map<String, Type> members = members(of);
            same(of, new TreeSet<>(members.keySet()), names(schema.path("properties")), found);
            members.forEach(
                    (name, member) -> compare(member, schema.path("properties").path(name), root, found));
        }
    }

    private static void same(Class<?> type, Set<String> own, Set<String> published, List<String> found) {
        if (type == RunState.class) {
            own.remove("running"); // there is a summary only of a run that is over
            published.remove("running");
        }
        if (!own.equals(published)) {
            found.add(type.getSimpleName() + " has " + own + ", its schema " + published);
        }
    }

    private static Map<String, Type> members(Class<?> type) {
        Map<String, Type> members = new TreeMap<>();
        for (RecordComponent component : type.getRecordComponents()) {
            if (!component.getAccessor().isAnnotationPresent(JsonAnyGetter.class)) {
                JsonProperty name = component.getAccessor().getAnnotation(JsonProperty.class);
                members.put(
                        name == null ? new SnakeCaseStrategy().translate(component.getName()) : name.value(),
                        component.getGenericType());
            }
        }
        return members;
    }

    private static List<String> words(Class<?> type) {
        return Stream.of(type.getEnumConstants())
                .map(constant -> CanonicalJson.tree(constant).asText())
                .toList();
    }

    private static Set<String> names(JsonNode object) {
        Set<String> names = new TreeSet<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static Set<String> texts(JsonNode array) {
        Set<String> texts = new TreeSet<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private static Object value(Type type, Random random) throws ReflectiveOperationException {
        if (type instanceof ParameterizedType generic) {
            Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            if (generic.getRawType() == Optional.class) {
                return random.nextBoolean() ? Optional.of(value(last, random)) : Optional.empty();
            }
            List<Object> values = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                values.add(value(last, random));
            }
            if (generic.getRawType() == List.class) {
                return values;
            }
            Map<String, Object> map = new TreeMap<>();
            values.forEach(each -> map.put("name " + random.nextInt(1000), each));
            return map;
        }
        Class<?> of = (Class<?>) type;
        return of.isRecord() ? ofRecord(of, random) : simple(of, random);
    }

    private static Object ofRecord(Class<?> type, Random random) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < values.length; i++) {
            types[i] = components[i].getType();
            values[i] = value(components[i].getGenericType(), random);
        }
        var constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(values);
    }

    private static Object simple(Class<?> type, Random random) {
        boolean there = random.nextBoolean();
        if (type.isEnum()) {
            return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
        }
        return switch (type.getSimpleName()) {
            case "int" -> random.nextInt();
            case "long", "Long" -> random.nextLong();
            case "double" -> random.nextGaussian() * Math.pow(10, random.nextInt(12) - 4.0);
            case "boolean", "Boolean" -> there;
            case "String" -> there ? "" : "text \"" + random.nextInt() + "\" é\n";
            case "JsonNode" -> TextNode.valueOf("fact " + random.nextInt());
            case "OptionalInt" -> there ? OptionalInt.of(random.nextInt()) : OptionalInt.empty();
            case "OptionalLong" -> there ? OptionalLong.of(random.nextLong()) : OptionalLong.empty();
            case "OptionalDouble" -> there ? OptionalDouble.of(random.nextDouble()) : OptionalDouble.empty();
            default -> throw new IllegalArgumentException("this test makes no values of " + type);
        };
    }
}
