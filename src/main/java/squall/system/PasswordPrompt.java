package squall.system;

import java.io.Console;
import java.util.Optional;

/**
 * Prompt for a password at the terminal, without echo. It asks once: the answer counts for every connection of its owner. The answer is
 * kept in memory and goes nowhere else. Used by one thread.
 */
public final class PasswordPrompt {
    /** Placeholder that users write in place of a password to be asked for it. */
    public static final String WRITTEN = "prompt:";

    private static final String REMEDY = "give the password as env:NAME or file:PATH";

    private final boolean possible;
    private Optional<String> answer = Optional.empty();

    private PasswordPrompt(boolean possible) {
        this.possible = possible;
    }

    /** Creates a prompt that asks the user of this command. */
    public static PasswordPrompt atTerminal() {
        return new PasswordPrompt(true);
    }

    /** Creates a prompt that refuses, for connections that are opened when no user can be asked, or by many threads. */
    public static PasswordPrompt refused() {
        return new PasswordPrompt(false);
    }

    /**
     * Returns the password that the user types, or typed before.
     *
     * @param user whose password it is; may be empty
     * @param place that requires it, without secrets
     * @throws IllegalArgumentException if there is no terminal, or its input ends; the message says what to do instead
     */
    public String answer(String user, String place) {
        if (answer.isEmpty()) {
            if (!possible) {
                throw new IllegalArgumentException(
                        place + ": a password is needed, and cannot be asked for here: " + REMEDY);
            }
            answer = Optional.of(typed(user, place));
        }
        return answer.get();
    }

    @SuppressWarnings("SystemConsoleNull") // null without a terminal, by the property that is set here
    private static String typed(String user, String place) {
        // Else Java 22 to 24 have a console even where there is no terminal, and its input would be echoed.
        System.setProperty("jdk.console", "java.base");
        Console console = System.console();
        if (console == null) {
            throw new IllegalArgumentException(place + ": a password is needed, and there is no terminal to ask for it"
                    + " (both input and output must be one): " + REMEDY);
        }
        char[] line = console.readPassword("%s: password%s: ", place, user.isEmpty() ? "" : " of " + user);
        if (line == null) {
            throw new IllegalArgumentException(place + ": a password is needed, and none was typed: " + REMEDY);
        }
        return new String(line);
    }
}
