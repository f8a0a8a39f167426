package squall.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.host.InputFile;
import squall.host.InvalidFileException;

/** JSON in one form: members in the order given, line feeds on every system. */
public final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final ObjectWriter PRETTY = MAPPER.writer(new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultIndenter("  ", "\n"))
            .withArrayIndenter(new DefaultIndenter("  ", "\n")));

    private Json() {}

    public static String pretty(Object value) {
        return written(PRETTY, value) + "\n";
    }

    public static String line(Object value) {
        return written(MAPPER.writer(), value);
    }

    /** @throws IOException if there is no such file or it is no JSON; the message names it */
    public static JsonNode read(Path file) throws IOException {
        return read(file.toString(), InputFile.text(file));
    }

    /** @throws IOException if the text is no JSON; the message tells where it is from */
    static JsonNode read(String where, String text) throws IOException {
        try {
            JsonNode read = MAPPER.readTree(text);
            if (read.isMissingNode()) {
                throw new InvalidFileException(where + " is empty, JSON is wanted");
            }
            return read;
        } catch (JsonProcessingException e) {
            throw new InvalidFileException(where + " is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    /**
     * One of an enum's words, in lower case.
     *
     * @throws IllegalArgumentException if the member is not there or is another word
     */
    public static <E extends Enum<E>> E word(Class<E> words, JsonNode json, String member) {
        String found = json.path(member).asText();
        return Stream.of(words.getEnumConstants())
                .filter(word -> word.name().toLowerCase(Locale.ROOT).equals(found))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(member + " must be one of "
                        + Stream.of(words.getEnumConstants())
                                .map(word -> word.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", "))
                        + (found.isEmpty() ? "; it is missing" : ", not '" + found + "'")));
    }

    private static String written(ObjectWriter writer, Object value) {
        try {
            return writer.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("cannot be written as JSON: " + e.getOriginalMessage(), e);
        }
    }
}
