package squall.cli.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import squall.cli.CommandEnvironment;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.InputFile;

/**
 * The tags of a run: words, or keys with a value, by which the list of runs finds it. They come from the option {@code --tag} and from the
 * environment; the option decides where both give the same key.
 */
public final class RunTags {
    /** Of the environment; separated by commas. */
    public static final String VARIABLE = "SQUALL_TAGS";

    public static final String OPTION = "--tag";

    public static final String DESCRIPTION =
            "Tag the run, to find it in the list of runs; repeatable, or separated by commas.";

    private static final String PART = "[\\p{L}\\p{N}._:/+-]{1,40}";
    private static final Pattern TAG = Pattern.compile(PART + "(=" + PART + ")?");

    @Option(names = OPTION, paramLabel = "KEY[=VALUE]", description = DESCRIPTION)
    private List<String> given = new ArrayList<>();

    /** @throws CommandException if one is not a tag, or a key has two values */
    public List<String> of(CommandEnvironment surroundings) throws CommandException {
        return of(given, surroundings.environment());
    }

    public boolean given() {
        return !given.isEmpty();
    }

    /** The options that give the same tags to another command. @throws CommandException if one is not a tag */
    public List<String> words(CommandEnvironment surroundings) throws CommandException {
        of(surroundings);
        return given.stream().map(tag -> OPTION + "=" + tag).toList();
    }

    /** @param given by the option */
    public static List<String> of(List<String> given, CommandEnvironment surroundings) throws CommandException {
        return of(given, surroundings.environment());
    }

    static List<String> of(List<String> given, Map<String, String> environment) throws CommandException {
        List<String> inherited = Stream.of(
                        environment.getOrDefault(VARIABLE, "").split(","))
                .map(String::strip)
                .filter(tag -> !tag.isEmpty())
                .toList();
        Map<String, String> tags = byKey(inherited, VARIABLE);
        tags.putAll(byKey(
                given.stream().flatMap(tag -> Stream.of(tag.split(",", -1))).toList(), OPTION));
        return List.copyOf(tags.values());
    }

    private static Map<String, String> byKey(List<String> tags, String origin) throws CommandException {
        Map<String, String> byKey = new LinkedHashMap<>();
        for (String tag : tags) {
            if (!TAG.matcher(tag).matches()) {
                throw new CommandException(
                        ExitCode.USAGE,
                        origin + " must be KEY or KEY=VALUE, each of at most 40 letters, digits, '.', '_', ':', '/',"
                                + " '+' and '-', separated by commas; found " + InputFile.excerpt(tag));
            }
            String earlier = byKey.putIfAbsent(tag.replaceFirst("=.*", ""), tag);
            if (earlier != null && !earlier.equals(tag)) {
                throw new CommandException(
                        ExitCode.USAGE, origin + ": '" + earlier + "' and '" + tag + "' exclude each other");
            }
        }
        return byKey;
    }
}
