package squall.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Receiver of the messages about the databases that a command starts: one line for each step that takes noticeable time. */
@FunctionalInterface
public interface StartMessages extends Consumer<String> {
    /**
     * Receives what stays running after the command. Without an end of its own it ignores it.
     *
     * @param line about it, asked for at the end: it may have been ended by then
     */
    default void staysUp(Supplier<String> line) {}

    /** Receiver of a command with an end, at which it says again what stays running, each once. Used by one thread, closed last. */
    final class RepeatedMessages implements StartMessages, AutoCloseable {
        private final Consumer<String> say;
        private final List<Supplier<String>> stays = new ArrayList<>();

        /** @param say of the command's console */
        public RepeatedMessages(Consumer<String> say) {
            this.say = say;
        }

        @Override
        public void accept(String line) {
            say.accept(line);
        }

        @Override
        public void staysUp(Supplier<String> line) {
            stays.add(line);
        }

        @Override
        public void close() {
            stays.stream().map(Supplier::get).distinct().forEach(say);
        }
    }
}
