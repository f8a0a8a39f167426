package squall.ycsb.shell;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The commands of the shell. */
@SuppressWarnings("ImmutableEnumChecker") // the actions are method references, which hold nothing
enum Verb {
    READ("key [field1 field2 ...]", "Read a record", 1, Integer.MAX_VALUE, Conversation::read),
    SCAN("key recordcount [field1 field2 ...]", "Scan starting at key", 2, Integer.MAX_VALUE, Conversation::scan),
    INSERT("key name1=value1 [name2=value2 ...]", "Insert a new record", 2, Integer.MAX_VALUE, Conversation::insert),
    UPDATE("key name1=value1 [name2=value2 ...]", "Update a record", 2, Integer.MAX_VALUE, Conversation::update),
    DELETE("key", "Delete a record", 1, 1, Conversation::delete),
    TABLE("[tablename]", "Get or [set] the name of the table", 0, 1, Conversation::table);

    private final String syntax;
    private final String meaning;
    private final int minWords;
    private final int maxWords;
    private final BiConsumer<Conversation, List<String>> action;

    Verb(String syntax, String meaning, int minWords, int maxWords, BiConsumer<Conversation, List<String>> action) {
        this.syntax = syntax;
        this.meaning = meaning;
        this.minWords = minWords;
        this.maxWords = maxWords;
        this.action = action;
    }

    static Optional<Verb> named(String word) {
        return Arrays.stream(values()).filter(verb -> verb.word().equals(word)).findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values()).map(Verb::word).toList();
    }

    static void printHelp(PrintStream out) {
        out.println("Commands:");
        for (Verb verb : values()) {
            out.println("  " + verb.word() + " " + verb.syntax + " - " + verb.meaning);
        }
        out.println("  quit - Quit");
        out.println("A value with blanks is quoted: field0=\"two words\"");
    }

    /** @param words what follows the command */
    void carryOut(Conversation conversation, List<String> words) {
        if (words.size() < minWords || words.size() > maxWords) {
            conversation.notUnderstood("syntax is \"" + word() + " " + syntax + "\"");
        } else {
            action.accept(conversation, words);
        }
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
