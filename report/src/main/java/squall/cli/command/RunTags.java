package squall.cli.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import squall.system.CommandException;
import squall.system.InputFile;

/**
 * Set of a run's tags: words, or keys with a value, by which the list of runs finds it. They come from the option {@code --tag} and from
 * the environment; the option wins if both give the same key.
 */
public final class RunTags {
    /** Name of the environment variable with tags, separated by commas. */
    public static final String VARIABLE = "SQUALL_TAGS";

    private static final String PART = "[\\p{L}\\p{N}._:/+-]{1,40}";
    private static final Pattern TAG = Pattern.compile(PART + "(=" + PART + ")?");

    private RunTags() {}

    /** @param given by the option @throws CommandException if one is not a tag, or a key has two values */
    static List<String> of(List<String> given, Map<String, String> environment) throws CommandException {
        List<String> inherited = Stream.of(
                        environment.getOrDefault(VARIABLE, "").split(","))
                .map(String::strip)
                .filter(tag -> !tag.isEmpty())
                .toList();
        Map<String, String> tags = byKey(inherited, VARIABLE);
        tags.putAll(byKey(
                given.stream().flatMap(tag -> Stream.of(tag.split(",", -1))).toList(), RunOptions.TAG.option()));
        return List.copyOf(tags.values());
    }

    private static Map<String, String> byKey(List<String> tags, String origin) throws CommandException {
        Map<String, String> byKey = new LinkedHashMap<>();
        for (String tag : tags) {
            if (!TAG.matcher(tag).matches()) {
                throw CommandException.usage(
                        origin + " must be KEY or KEY=VALUE, each of at most 40 letters, digits, '.', '_', ':', '/',"
                                + " '+' and '-', separated by commas; found " + InputFile.excerpt(tag));
            }
            String earlier = byKey.putIfAbsent(tag.replaceFirst("=.*", ""), tag);
            if (earlier != null && !earlier.equals(tag)) {
                throw CommandException.usage(origin + ": '" + earlier + "' and '" + tag + "' exclude each other");
            }
        }
        return byKey;
    }
}
