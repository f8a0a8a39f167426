package squall.adversity.network;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import squall.host.Deadline;
import squall.run.ParallelActions;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Restarts;
import squall.spi.Cluster.State;
import squall.spi.Cluster.Trouble;
import squall.spi.Effect;
import squall.spi.Fault;
import squall.spi.Scene;

/**
 * One trouble on some links of a scene; whatever relays them mends them by itself when the time is over.
 *
 * @param disturbing remembers how far apart nodes were disturbed
 */
record LinkFault(Scene scene, Links relay, List<Link> links, Trouble trouble, ParallelActions disturbing)
        implements Fault {
    /** The fact that names the nodes which served before. */
    private static final String SERVING = "serving";

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    @Override
    public List<String> steps() {
        String where = links.stream().map(LinkFault::arrow).collect(Collectors.joining(", "));
        return List.of(
                "inject: " + told() + " on " + where,
                "verify: " + (countedOnly() ? "what the relay counts on" : "a question over") + " each of them, "
                        + PATIENCE.toSeconds() + " s for the answer",
                "heal: mend each of them; start what served before and was ended for being cut off",
                "timer: whatever relays them mends them by itself");
    }

    /** @throws IOException if a link suffers something already, which this fault would end with its own */
    @Override
    public Map<String, String> facts() throws IOException, InterruptedException {
        new ParallelActions().onEach(byPlace(), there -> {
            for (Link link : there) {
                if (relay.trouble(link).isPresent()) {
                    throw new IOException(arrow(link) + " is disturbed already: a link takes one fault at a time");
                }
            }
        });
        List<String> serving = new ArrayList<>();
        for (Node node : scene.cluster().nodes()) {
            if (scene.cluster().state(node) == State.UP) {
                serving.add(node.name());
            }
        }
        return Map.of(SERVING, String.join(",", serving));
    }

    @Override
    public void inject(Duration atMost) throws IOException, InterruptedException {
        disturbing.onEach(byPlace(), there -> {
            for (Link link : there) {
                relay.disturb(link, trouble, atMost);
            }
        });
    }

    @Override
    public Optional<Duration> skew() {
        return disturbing.skew();
    }

    /** Links of different nodes at the same time, those of one node in turn: they share its tables. */
    private List<List<Link>> byPlace() {
        return List.copyOf(links.stream()
                .collect(Collectors.groupingBy(
                        link -> link.to().equals(Links.CLIENTS) ? link.from() : link.to(),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values());
    }

    /** While a link is known to be disturbed its trouble must be felt; when none is, every question must be answered. */
    @Override
    public Effect effect() throws IOException, InterruptedException {
        List<Link> disturbed = new ArrayList<>();
        for (Link link : links) {
            if (relay.trouble(link).isPresent()) {
                disturbed.add(link);
            }
        }
        return disturbed.isEmpty() ? answers() : felt(disturbed);
    }

    private Effect felt(List<Link> disturbed) throws IOException, InterruptedException {
        for (Link link : disturbed) {
            if (trouble instanceof Trouble.Loss && !struck(link)) {
                return Effect.absent(arrow(link) + " has lost nothing in " + PATIENCE.toSeconds()
                        + " s of questions, in spite of " + told());
            }
        }
        for (var asked : (countedOnly() ? Answers.NONE : Answers.over(relay, disturbed, PATIENCE)).each()) {
            if (!feels(asked.link(), asked.answer())) {
                return Effect.absent(
                        arrow(asked.link()) + " answered in " + told(asked.answer()) + " in spite of " + told());
            }
        }
        return Effect.seen(
                disturbed.size() + " of " + links.size() + " links under " + told() + ": " + evidence(disturbed));
    }

    /** A question is too small to feel a throttle, and may have luck where packets are lost. */
    private boolean countedOnly() {
        return switch (trouble) {
            case Trouble.Cut cut -> false;
            case Trouble.Reset reset -> false;
            case Trouble.Delay delay -> false;
            case Trouble.Loss loss -> true;
            case Trouble.Throttle throttle -> true;
        };
    }

    /** A delay comes on top of what the link and its reversed one take anyway. */
    private boolean feels(Link link, Optional<Duration> answer) throws IOException, InterruptedException {
        if (trouble instanceof Trouble.Delay(Duration by, Duration jitter)) {
            Duration least = by.plus(relay.apart(link)).plus(relay.apart(link.reversed()));
            return answer.filter(took -> took.compareTo(least) >= 0).isPresent();
        }
        return answer.isEmpty();
    }

    /** Whether it was struck so far; where not, questions are asked over it until it is, for a while. */
    private boolean struck(Link link) throws IOException, InterruptedException {
        return Deadline.in(PATIENCE).await(() -> {
            boolean struck = relay.strikes(link).orElse(0) > 0;
            if (!struck) {
                relay.probe(link, PATIENCE);
            }
            return struck;
        });
    }

    private String evidence(List<Link> disturbed) throws IOException, InterruptedException {
        if (!countedOnly()) {
            return "questions over them show it";
        }
        long struck = 0;
        boolean counted = false;
        for (Link link : disturbed) {
            OptionalLong strikes = relay.strikes(link);
            counted |= strikes.isPresent();
            struck += strikes.orElse(0);
        }
        return counted ? struck + " packets were struck" : "the relay says so";
    }

    private Effect answers() throws IOException, InterruptedException {
        for (var asked : Answers.over(relay, links, PATIENCE).each()) {
            if (asked.answer().isEmpty()) {
                return Effect.seen(arrow(asked.link()) + " gives no answer");
            }
        }
        return Effect.absent("all " + links.size() + " links answer");
    }

    @Override
    public void heal() throws IOException, InterruptedException {
        new ParallelActions().onEach(byPlace(), there -> {
            for (Link link : there) {
                relay.mend(link);
            }
        });
        if (scene.cluster() instanceof Restarts restarts) {
            List<String> serving =
                    List.of(scene.facts().getOrDefault(SERVING, "").split(",", -1));
            for (Node node : scene.cluster().nodes()) {
                if (serving.contains(node.name()) && scene.cluster().state(node) == State.DOWN) {
                    restarts.start(node); // a primary that was cut off has been fenced
                }
            }
        }
    }

    private String told() {
        return switch (trouble) {
            case Trouble.Cut() -> "cut";
            case Trouble.Reset() -> "reset";
            case Trouble.Delay(Duration by, Duration jitter) ->
                "delay of " + by.toMillis() + " ms"
                        + (jitter.isZero() ? "" : " and up to " + jitter.toMillis() + " ms more");
            case Trouble.Loss(double share) -> "loss of " + Math.round(share * 100) + " % of the packets";
            case Trouble.Throttle(long bytes) -> "limit of " + bytes + " bytes/s";
        };
    }

    private static String told(Optional<Duration> answer) {
        return answer.map(took -> took.toMillis() + " ms").orElse("no time");
    }

    private static String arrow(Link link) {
        return link.from() + " -> " + link.to();
    }
}
