package squall.cli.command;

/** Signal SIGTERM to this JVM, which must be listening: else it ends the tests. By reflection, as naming the class costs a warning. */
final class RaisedSignal {
    private RaisedSignal() {}

    static void term() {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            signal.getMethod("raise", signal)
                    .invoke(null, signal.getConstructor(String.class).newInstance("TERM"));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
