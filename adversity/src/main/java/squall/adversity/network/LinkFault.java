package squall.adversity.network;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.adversity.NodeStates;
import squall.engine.ParallelActions;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.system.PollDeadline;

/**
 * Fault of one kind on some links of a cluster; the relay removes it by itself at the deadline.
 *
 * @param disturbing records the time between the first and the last node
 */
record LinkFault(FaultContext context, Links relay, List<Link> links, Impairment impairment, ParallelActions disturbing)
        implements Fault {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Limit for answers before the fault; longer than a busy machine needs for several attempts. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

    @Override
    public List<String> steps() {
        String where = links.stream().map(LinkFault::arrow).collect(Collectors.joining(", "));
        return List.of(
                "inject: " + text() + " on " + where,
                "verify: " + (countedOnly() ? "the packets counted on" : "a request over") + " each of them, "
                        + PATIENCE.toSeconds() + " s for the response",
                "heal: restore each link; restart nodes that were stopped because they were cut off",
                "timer: the relay restores them by itself");
    }

    /**
     * Verifies that all links answer and records the nodes that serve.
     *
     * @throws IOException if a link has a fault already, Squall's or another: healing would end both, and the effect observed would be that
     *     of both
     */
    @Override
    public Map<String, String> facts() throws IOException, InterruptedException {
        new ParallelActions().onEach(byPlace(), there -> {
            for (Link link : there) {
                if (relay.impairment(link).isPresent()) {
                    throw new IOException(arrow(link) + " already has a fault: a link takes one fault at a time");
                }
                Optional<String> foreign = relay.foreignImpairment(link);
                if (foreign.isPresent()) {
                    throw new IOException(arrow(link) + " is already impaired by " + foreign.get());
                }
            }
        });
        requireAnswers();
        return nodes().running();
    }

    /** Verifies that the links answer: one that something else has cut would count as cut by this fault. */
    private void requireAnswers() throws IOException, InterruptedException {
        List<String> serving = new ArrayList<>();
        for (Node node : context.cluster().nodes()) {
            if (context.cluster().state(node) == State.UP) {
                serving.add(node.name());
            }
        }
        List<Link> silent = new ArrayList<>();
        for (Link link : links) {
            boolean serves = Stream.of(link.from(), link.to())
                    .allMatch(end -> end.equals(Links.CLIENTS) || serving.contains(end));
            // Another fault of Squall's may stop the answers, which come over the reversed link.
            if (serves && relay.impairment(link.reversed()).isEmpty()) {
                silent.add(link);
            }
        }
        boolean answered = PollDeadline.in(ANSWER_LIMIT).await(() -> {
            for (ProbedLink asked : probed(List.copyOf(silent))) {
                if (asked.answer().isPresent()) {
                    silent.removeAll(List.of(asked.link(), asked.link().reversed()));
                }
            }
            return silent.isEmpty();
        });
        if (!answered) {
            throw new IOException(arrow(silent.getFirst()) + " did not respond within " + ANSWER_LIMIT.toSeconds()
                    + " s before the fault: something other than Squall impairs it, for example a rule of the"
                    + " packet filter; remove that first");
        }
    }

    @Override
    public void inject(Duration atMost) throws IOException, InterruptedException {
        disturbing.onEach(byPlace(), there -> {
            for (Link link : there) {
                relay.disturb(link, impairment, atMost);
            }
        });
    }

    @Override
    public Optional<Duration> skew() {
        return disturbing.skew();
    }

    /** Groups links for injection: those of different nodes at the same time, those of one node in turn, because they share its tables. */
    private List<List<Link>> byPlace() {
        return List.copyOf(links.stream()
                .collect(Collectors.groupingBy(
                        link -> link.to().equals(Links.CLIENTS) ? link.from() : link.to(),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values());
    }

    /** Verifies the fault: while a link has one, its effect must be observed; without one every request must be answered. */
    @Override
    public FaultEffect effect() throws IOException, InterruptedException {
        List<Link> disturbed = new ArrayList<>();
        for (Link link : links) {
            if (relay.impairment(link).isPresent()) {
                disturbed.add(link);
            }
        }
        return disturbed.isEmpty() ? answers() : felt(disturbed);
    }

    private FaultEffect felt(List<Link> disturbed) throws IOException, InterruptedException {
        for (Link link : disturbed) {
            if (impairment instanceof Impairment.Loss && !affected(link)) {
                return FaultEffect.absent(arrow(link) + " lost nothing in " + PATIENCE.toSeconds()
                        + " s of requests, in spite of " + text());
            }
        }
        List<ProbedLink> asking = countedOnly() ? List.of() : probed(disturbed);
        for (ProbedLink asked : asking) {
            if (!feels(asked.link(), asked.answer())) {
                return FaultEffect.absent(
                        arrow(asked.link()) + " responded in " + text(asked.answer()) + " in spite of " + text());
            }
        }
        return FaultEffect.seen(
                disturbed.size() + " of " + links.size() + " links under " + text() + ": " + evidence(disturbed));
    }

    /**
     * Returns whether the effect is seen only by the relay's counters: a request is too small to notice a throttle, and may be lucky where
     * packets are lost.
     */
    private boolean countedOnly() {
        return switch (impairment) {
            case Impairment.Cut cut -> false;
            case Impairment.Reset reset -> false;
            case Impairment.Delay delay -> false;
            case Impairment.Loss loss -> true;
            case Impairment.Throttle throttle -> true;
        };
    }

    /** Returns whether an answer shows the fault; a delay adds to what the link and its reversed one take anyway. */
    private boolean feels(Link link, Optional<Duration> answer) throws IOException, InterruptedException {
        if (impairment instanceof Impairment.Delay(Duration by, Duration jitter)) {
            Duration least = by.plus(relay.apart(link)).plus(relay.apart(link.reversed()));
            return answer.filter(took -> took.compareTo(least) >= 0).isPresent();
        }
        return answer.isEmpty();
    }

    /**
     * Returns whether packets have been affected; if not yet, sends requests over the link until they are, for a limited time. Where they
     * are not counted, the relay's report has to do.
     */
    private boolean affected(Link link) throws IOException, InterruptedException {
        if (relay.affectedPackets(link).isEmpty()) {
            return true;
        }
        return PollDeadline.in(PATIENCE).await(() -> {
            boolean affected = relay.affectedPackets(link).orElse(0) > 0;
            if (!affected) {
                relay.probe(link, PATIENCE);
            }
            return affected;
        });
    }

    private String evidence(List<Link> disturbed) throws IOException, InterruptedException {
        if (!countedOnly()) {
            return "requests over them show it";
        }
        long affected = 0;
        boolean counted = false;
        for (Link link : disturbed) {
            OptionalLong packets = relay.affectedPackets(link);
            counted |= packets.isPresent();
            affected += packets.orElse(0);
        }
        return counted ? affected + " packets were affected" : "as the relay reports";
    }

    private FaultEffect answers() throws IOException, InterruptedException {
        for (ProbedLink asked : probed(links)) {
            if (asked.answer().isEmpty()) {
                return FaultEffect.seen(arrow(asked.link()) + " does not respond");
            }
        }
        return FaultEffect.absent("all " + links.size() + " links answer");
    }

    @Override
    public void heal() throws IOException, InterruptedException {
        new ParallelActions().onEach(byPlace(), there -> {
            for (Link link : there) {
                relay.restoreLink(link);
            }
        });
        List<String> unused = settle();
    }

    @Override
    public List<String> settle() throws IOException, InterruptedException {
        return nodes().before(context.facts()).startAbsent(); // a primary that was cut off has been fenced
    }

    private NodeStates nodes() throws IOException, InterruptedException {
        return new NodeStates(context.cluster(), context.cluster().nodes());
    }

    private String text() {
        return switch (impairment) {
            case Impairment.Cut() -> "cut";
            case Impairment.Reset() -> "reset";
            case Impairment.Delay(Duration by, Duration jitter) ->
                "delay of " + by.toMillis() + " ms"
                        + (jitter.isZero() ? "" : " and up to " + jitter.toMillis() + " ms more");
            case Impairment.Loss(double share) -> "loss of " + Math.round(share * 100) + " % of the packets";
            case Impairment.Throttle(long bytes) -> "limit of " + bytes + " bytes/s";
        };
    }

    private static String text(Optional<Duration> answer) {
        return answer.map(took -> took.toMillis() + " ms").orElse("no time");
    }

    private static String arrow(Link link) {
        return link.from() + " -> " + link.to();
    }

    /**
     * Sends requests over all links at the same time: one after the other they would outlast a short hold, because each waits for a missing
     * answer. A request passes its link and the reversed one, so only one of the two is asked.
     */
    private List<ProbedLink> probed(List<Link> asked) throws IOException, InterruptedException {
        List<Future<ProbedLink>> begun = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < asked.size(); i++) {
                Link link = asked.get(i);
                if (!asked.subList(0, i).contains(link.reversed())) {
                    begun.add(threads.submit(() -> new ProbedLink(link, relay.probe(link, PATIENCE))));
                }
            }
            List<ProbedLink> each = new ArrayList<>();
            for (Future<ProbedLink> answer : begun) {
                each.add(answer.get());
            }
            return each;
        } catch (ExecutionException e) {
            throw new IOException("a link could not be tested: " + e.getMessage(), e);
        }
    }

    /** @param answer how long it took; empty if none came */
    private record ProbedLink(Link link, Optional<Duration> answer) {}
}
