package squall.adversity.network;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;

/** What questions over links came to. */
record Answers(List<Asked> each) {
    /** Nobody was asked. */
    static final Answers NONE = new Answers(List.of());

    Answers {
        each = List.copyOf(each);
    }

    /** @param answer how long it took; empty if none came */
    record Asked(Link link, Optional<Duration> answer) {}

    /**
     * All at once: one after the other they would outlast a short hold, each waiting for silence. A question goes over its link and the
     * reversed one, so of the two one is asked.
     */
    static Answers over(Links relay, List<Link> links, Duration patience) throws IOException, InterruptedException {
        List<Future<Asked>> begun = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < links.size(); i++) {
                Link link = links.get(i);
                if (!links.subList(0, i).contains(link.reversed())) {
                    begun.add(threads.submit(() -> new Asked(link, relay.probe(link, patience))));
                }
            }
            List<Asked> each = new ArrayList<>();
            for (Future<Asked> asked : begun) {
                each.add(asked.get());
            }
            return new Answers(each);
        } catch (ExecutionException e) {
            throw new IOException("a link could not be asked: " + e.getMessage(), e);
        }
    }
}
