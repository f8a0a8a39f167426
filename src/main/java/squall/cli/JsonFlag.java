package squall.cli;

import picocli.CommandLine.Option;

/** Option that makes a command print one JSON document instead of text. Mix in with {@code @Mixin}. */
public final class JsonFlag {
    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    public boolean given() {
        return json;
    }
}
