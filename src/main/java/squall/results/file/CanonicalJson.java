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
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
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
import com.fasterxml.jackson.databind.module.SimpleDeserializers;
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
import squall.spi.CheckResult;
import squall.system.InputFile;
import squall.system.InvalidFileException;

/**
 * JSON in one form, with records as its schema: members in the order of the components, in snake case, and line feeds on every system.
 *
 * <p>An empty optional is an absent member. Read back, an absent text, list or map is empty and an absent number is 0, and members that no
 * component has are ignored, so that a file of another version can be read. A constant of any enum is a word in lower case.
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
            .addMixIn(CheckResult.class, CheckMembers.class)
            .addModules(new Jdk8Module(), words())
            .build();
    private static final ObjectWriter PRETTY = MAPPER.writer(new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultIndenter("  ", "\n"))
            .withArrayIndenter(new DefaultIndenter("  ", "\n")));

    /** Pattern of Jackson's position of an unclosed element, which is meant for programmers. */
    private static final Pattern SOURCE = Pattern.compile(" \\(start marker at \\[Source: .*]\\)");

    /** Form of a check, whose type can't say so itself: the interface for workloads knows no JSON. */
    private interface CheckMembers {
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @SuppressWarnings("UnusedMethod") // Jackson reads its annotation
        Map<String, Long> figures();
    }

    private CanonicalJson() {}

    public static String pretty(Object value) {
        return written(PRETTY, value) + "\n";
    }

    public static String line(Object value) {
        return written(MAPPER.writer(), value);
    }

    /** Converts a value to the JSON that readers of its file see. */
    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** @throws IOException if the file does not exist or is not JSON; the message names it */
    public static JsonNode read(Path file) throws IOException {
        return read(file.toString(), InputFile.text(file));
    }

    /** @throws IOException if the text is not JSON; the message names its origin */
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
     * Converts a document to the record that is its schema.
     *
     * @throws IllegalArgumentException if a member has the wrong type or is not one of its words; the message names the member
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

    /** Parses a text without a tree in between; empty if it is not JSON or does not fit: {@link #as} reports why. */
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
        SimpleModule module = new SimpleModule().addSerializer(new WordWriter());
        module.setDeserializers(new WordReaders());
        return module;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Writer of the constants of every enum. */
    private static final class WordWriter extends StdSerializer<Enum<?>> {
        private static final long serialVersionUID = 1;

        WordWriter() {
            super(Enum.class, false);
        }

        @Override
        public void serialize(Enum<?> constant, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(word(constant));
        }
    }

    /** Registry with a reader of each enum. */
    private static final class WordReaders extends SimpleDeserializers {
        private static final long serialVersionUID = 1;

        @Override
        public JsonDeserializer<?> findEnumDeserializer(
                Class<?> type, DeserializationConfig config, BeanDescription description) {
            return new WordReader(type);
        }
    }

    private static final class WordReader extends StdDeserializer<Enum<?>> {
        private static final long serialVersionUID = 1;

        private final Enum<?>[] constants;

        WordReader(Class<?> type) {
            super(type);
            this.constants = (Enum<?>[]) type.getEnumConstants();
        }

        @Override
        public Enum<?> deserialize(JsonParser in, DeserializationContext context) throws IOException {
            String found = in.getText();
            return Stream.of(constants)
                    .filter(constant -> word(constant).equals(found))
                    .findFirst()
                    .orElseThrow(() -> new WrongWordException(in, wanted() + ", not '" + found + "'"));
        }

        /** Reports a member that is absent. */
        @Override
        public Enum<?> getAbsentValue(DeserializationContext context) throws JsonMappingException {
            throw new WrongWordException(context.getParser(), wanted() + "; it is missing");
        }

        private String wanted() {
            return "must be one of "
                    + Stream.of(constants).map(CanonicalJson::word).collect(Collectors.joining(", "));
        }
    }

    private static final class WrongWordException extends JsonMappingException {
        private static final long serialVersionUID = 1;

        WrongWordException(JsonParser in, String message) {
            super(in, message);
        }
    }
}
