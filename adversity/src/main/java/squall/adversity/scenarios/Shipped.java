package squall.adversity.scenarios;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import squall.scenario.yaml.Library;
import squall.scenario.yaml.Source;

/** The scenarios that come with Squall, on the class path. */
public final class Shipped implements Library {
    private static final String FOLDER = "/squall/scenarios/";

    /** As they are listed: the most general first. */
    @Override
    public List<String> names() {
        return resource("INDEX")
                .orElseThrow(() -> new IllegalStateException("no " + FOLDER + "INDEX on the class path"))
                .lines()
                .toList();
    }

    @Override
    public Optional<Source> find(String name) {
        return names().contains(name)
                ? resource(name + ".yaml").map(text -> new Source(name + ".yaml", text))
                : Optional.empty();
    }

    private static Optional<String> resource(String file) {
        try (InputStream in = Shipped.class.getResourceAsStream(FOLDER + file)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + FOLDER + file + " from the class path", e);
        }
    }
}
