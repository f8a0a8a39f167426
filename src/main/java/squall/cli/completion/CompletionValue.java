package squall.cli.completion;

import java.util.List;

/**
 * The possible values at one position of a command line.
 *
 * @param taken whether anything can
 * @param words those that are known
 * @param files whether it can be the name of a file
 */
public record CompletionValue(boolean taken, List<String> words, boolean files) {
    /** Nothing: the option is a switch. */
    public static final CompletionValue NONE = new CompletionValue(false, List.of(), false);

    /** A free value, which cannot be completed. */
    public static final CompletionValue ANY = new CompletionValue(true, List.of(), false);

    public static final CompletionValue FILE = new CompletionValue(true, List.of(), true);

    public CompletionValue {
        words = List.copyOf(words);
        for (String word : words) {
            if (!word.matches("[\\w.:,=/@%+\\-]+")) {
                throw new IllegalArgumentException("a word that shells would split: '" + word + "'");
            }
        }
    }

    public static CompletionValue oneOf(List<String> words) {
        return new CompletionValue(true, words, false);
    }

    public static CompletionValue fileOr(List<String> words) {
        return new CompletionValue(true, words, true);
    }
}
