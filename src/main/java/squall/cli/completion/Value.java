package squall.cli.completion;

import java.util.List;

/**
 * What can stand in one place of a command line.
 *
 * @param taken whether anything can
 * @param words those that are known
 * @param files whether it can be the name of a file
 */
public record Value(boolean taken, List<String> words, boolean files) {
    /** Nothing: the option is a switch. */
    public static final Value NONE = new Value(false, List.of(), false);

    /** Something that nobody can guess. */
    public static final Value ANY = new Value(true, List.of(), false);

    public static final Value FILE = new Value(true, List.of(), true);

    public Value {
        words = List.copyOf(words);
        for (String word : words) {
            if (!word.matches("[\\w.:,=/@%+\\-]+")) {
                throw new IllegalArgumentException("a word that shells would take apart: '" + word + "'");
            }
        }
    }

    public static Value oneOf(List<String> words) {
        return new Value(true, words, false);
    }

    public static Value fileOr(List<String> words) {
        return new Value(true, words, true);
    }
}
