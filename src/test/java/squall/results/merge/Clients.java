package squall.results.merge;

import java.io.IOException;
import java.nio.file.Path;
import squall.results.merge.Client.Setup;
import squall.results.merge.Client.Work;

/** Run directories of two clients that can be merged, for tests elsewhere. */
public final class Clients {
    private Clients() {}

    public static String one(Path results) throws IOException {
        return client(results, Setup.of(1, 5)).toString();
    }

    public static String other(Path results) throws IOException {
        return client(results, Setup.of(6, 10)).toString();
    }

    static Path client(Path results, Setup setup) throws IOException {
        return Client.run(results, setup, new Work(Client.samples(setup.share().from(), 400, 8), 0, 8));
    }
}
