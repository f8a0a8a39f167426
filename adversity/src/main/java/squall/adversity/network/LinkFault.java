package squall.adversity.network;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Trouble;
import squall.spi.Effect;
import squall.spi.Fault;

/** One trouble on some links; whatever relays them mends them by itself when the time is over. */
record LinkFault(Links relay, List<Link> links, Trouble trouble) implements Fault {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    @Override
    public List<String> steps() {
        String where = links.stream().map(LinkFault::arrow).collect(Collectors.joining(", "));
        return List.of(
                "inject: " + told() + " on " + where,
                "verify: a question over each of them, " + PATIENCE.toSeconds() + " s for the answer",
                "heal: mend each of them",
                "timer: the relay mends them by itself");
    }

    @Override
    public void inject(Duration atMost) throws IOException, InterruptedException {
        for (Link link : links) {
            relay.disturb(link, trouble, atMost);
        }
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
            Optional<Duration> answer = relay.probe(link, PATIENCE);
            boolean feels = switch (trouble) {
                case Trouble.Cut cut -> answer.isEmpty();
                case Trouble.Reset reset -> answer.isEmpty();
                case Trouble.Delay delay ->
                    answer.filter(took -> took.compareTo(delay.by()) >= 0).isPresent();
                case Trouble.Throttle throttle ->
                    true; // a question is too small to feel it: what the relay tells must do
            };
            if (!feels) {
                return Effect.absent(arrow(link) + " answered in " + told(answer) + " in spite of " + told());
            }
        }
        return Effect.seen(disturbed.size() + " of " + links.size() + " links under " + told() + ": "
                + (trouble instanceof Trouble.Throttle ? "the relay says so" : "questions over them show it"));
    }

    private Effect answers() throws IOException, InterruptedException {
        for (Link link : links) {
            if (relay.probe(link, PATIENCE).isEmpty()) {
                return Effect.seen(arrow(link) + " gives no answer");
            }
        }
        return Effect.absent("all " + links.size() + " links answer");
    }

    @Override
    public void heal() throws IOException, InterruptedException {
        for (Link link : links) {
            relay.mend(link);
        }
    }

    private String told() {
        return switch (trouble) {
            case Trouble.Cut() -> "cut";
            case Trouble.Reset() -> "reset";
            case Trouble.Delay(Duration by, Duration jitter) ->
                "delay of " + by.toMillis() + " ms"
                        + (jitter.isZero() ? "" : " and up to " + jitter.toMillis() + " ms more");
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
