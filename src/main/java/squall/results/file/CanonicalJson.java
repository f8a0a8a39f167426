package squall.results.file;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.engine.phases.ScenarioResult.InjectionResult;
import squall.measure.Window;
import squall.scenario.expect.Expectation.ExpectationResult;
import squall.spi.CheckResult;
import squall.system.InputFile;
import squall.system.InvalidFileException;
import squall.verdict.AdversityResult.PhaseOutcome;

/**
 * JSON in one form, and records as its schema: members in the order of the components, in snake case, and line feeds on every system.
 *
 * <p>An empty optional is an absent member. Read back, an absent text, list or map is empty and an absent number is 0, and members that no
 * component has are left out, so that a file of another version can be read. A case of an enum is a word in lower case.
 */
public final class CanonicalJson {
    private static final JsonSetter.Value EMPTY = JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS))
            .withConfigOverride(String.class, texts -> texts.setSetterInfo(EMPTY))
            .withConfigOverride(List.class, lists -> lists.setSetterInfo(EMPTY))
            .withConfigOverride(Map.class, maps -> maps.setSetterInfo(EMPTY))
            .addModules(new Jdk8Module(), words())
            .build();
    private static final ObjectWriter PRETTY = MAPPER.writer(new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultIndenter("  ", "\n"))
            .withArrayIndenter(new DefaultIndenter("  ", "\n")));

    /** Where a part that is not closed began, in words for programmers. */
    private static final Pattern SOURCE = Pattern.compile(" \\(start marker at \\[Source: .*]\\)");

    private CanonicalJson() {}

    public static String pretty(Object value) {
        return written(PRETTY, value) + "\n";
    }

    public static String line(Object value) {
        return written(MAPPER.writer(), value);
    }

    /** What a reader of the value's JSON sees. */
    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** @throws IOException if there is no such file or it is no JSON; the message names it */
    public static JsonNode read(Path file) throws IOException {
        return read(file.toString(), InputFile.text(file));
    }

    /** @throws IOException if the text is no JSON; the message tells where it is from */
    public static JsonNode read(String where, String text) throws IOException {
        try {
            JsonNode read = MAPPER.readTree(text);
            if (read.isMissingNode()) {
                throw new InvalidFileException(where + " is empty, JSON is wanted");
            }
            return read;
        } catch (JsonProcessingException e) {
            String message = SOURCE.matcher(e.getOriginalMessage()).replaceFirst("");
            throw new InvalidFileException(where + " is no JSON: " + message, e);
        }
    }

    /**
     * What a document says, as the record that is its schema.
     *
     * @throws IllegalArgumentException if a member is not of its type or not one of its words; the message names the member
     */
    public static <T> T as(Class<T> type, JsonNode json) {
        try {
            return MAPPER.treeToValue(json, type);
        } catch (JsonMappingException e) {
            throw new IllegalArgumentException((member(e) + " " + wanted(e)).strip(), e);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }

    /** What a text says, without a tree between them; empty if it is no JSON or does not fit: {@link #as} tells why. */
    public static <T> Optional<T> fitting(Class<T> type, byte[] text) {
        try {
            return Optional.ofNullable(MAPPER.readValue(text, type));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String member(JsonMappingException e) {
        StringBuilder member = new StringBuilder();
        for (JsonMappingException.Reference step : e.getPath()) {
            if (step.getFieldName() == null) {
                member.append('[').append(step.getIndex()).append(']');
            } else {
                member.append(member.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return member.toString();
    }

    private static String wanted(JsonMappingException e) {
        if (e instanceof WrongWordException) {
            return e.getOriginalMessage();
        }
        if (e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
            String found = e instanceof InvalidFormatException format ? ", not '" + format.getValue() + "'" : "";
            return "must be " + kind(mismatch.getTargetType()) + found;
        }
        return e.getOriginalMessage();
    }

    private static String kind(Class<?> type) {
        if (type == long.class || type == int.class || type == Long.class || type == Integer.class) {
            return "a whole number";
        }
        if (type == double.class || type == Double.class) {
            return "a number";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        return type == String.class ? "a text" : Collection.class.isAssignableFrom(type) ? "a list" : "an object";
    }

    private static String written(ObjectWriter writer, Object value) {
        try {
            return writer.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot be written as JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static SimpleModule words() {
        SimpleModule module = new SimpleModule();
        word(module, RunState.class);
        word(module, Window.Kind.class);
        word(module, CheckResult.Verdict.class);
        word(module, PhaseOutcome.PhaseState.class);
        word(module, ExpectationResult.ExpectationVerdict.class);
        word(module, InjectionResult.ObservationEnd.class);
        return module;
    }

    private static <E extends Enum<E>> void word(SimpleModule module, Class<E> type) {
        module.addSerializer(type, new WordWriter<>(type));
        module.addDeserializer(type, new WordReader<>(type));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static final class WordWriter<E extends Enum<E>> extends StdSerializer<E> {
        private static final long serialVersionUID = 1;

        WordWriter(Class<E> type) {
            super(type);
        }

        @Override
        public void serialize(E constant, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(word(constant));
        }
    }

    private static final class WordReader<E extends Enum<E>> extends StdDeserializer<E> {
        private static final long serialVersionUID = 1;

        private final Class<E> type;

        WordReader(Class<E> type) {
            super(type);
            this.type = type;
        }

        @Override
        public E deserialize(JsonParser in, DeserializationContext context) throws IOException {
            String found = in.getText();
            return Stream.of(type.getEnumConstants())
                    .filter(constant -> word(constant).equals(found))
                    .findFirst()
                    .orElseThrow(() -> new WrongWordException(in, wanted() + ", not '" + found + "'"));
        }

        /** Of a member that is absent. */
        @Override
        public E getAbsentValue(DeserializationContext context) throws JsonMappingException {
            throw new WrongWordException(context.getParser(), wanted() + "; it is missing");
        }

        private String wanted() {
            return "must be one of "
                    + Stream.of(type.getEnumConstants())
                            .map(constant -> word(constant))
                            .collect(Collectors.joining(", "));
        }
    }

    private static final class WrongWordException extends JsonMappingException {
        private static final long serialVersionUID = 1;

        WrongWordException(JsonParser in, String message) {
            super(in, message);
        }
    }
}
