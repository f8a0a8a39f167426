package squall.cli;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Receiver of the messages about the databases that a command starts: one line for each step that takes noticeable time. */
@FunctionalInterface
public interface StartMessages extends Consumer<String> {
    /** Receives a line about what stays running after the command. Without an end of its own it ignores it. */
    default void staysUp(String line) {}

    /** Receiver of a command with an end, at which it says again what stays running, each once. Used by one thread, closed last. */
    final class RepeatedMessages implements StartMessages, AutoCloseable {
        private final Consumer<String> say;
        private final Set<String> stays = new LinkedHashSet<>();

        /** @param say of the command's console */
        public RepeatedMessages(Consumer<String> say) {
            this.say = say;
        }

        @Override
        public void accept(String line) {
            say.accept(line);
        }

        @Override
        public void staysUp(String line) {
            stays.add(line);
        }

        @Override
        public void close() {
            stays.forEach(say);
        }
    }
}
