package squall.testbed.patroni;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import squall.host.Deadline;
import squall.host.FolderLock;
import squall.host.OwnProcess;
import squall.host.StateFolder;
import squall.spi.Cluster;
import squall.spi.Target;
import squall.testbed.ha.HaStatus;
import squall.testbed.ha.Replicas;
import squall.testbed.ha.Sql;
import squall.testbed.net.Linked;
import squall.testbed.net.NetLinks;
import squall.testbed.postgres.Postmaster;

/**
 * Three PostgreSQL servers on this machine, each kept by a Patroni of its own; who leads is agreed in etcd, of which each node holds
 * one member.
 *
 * <p>A node is killed, stopped, frozen and started with its server, its Patroni and its vote. A killed leader's role is free after
 * Patroni's {@code ttl}; the node comes back by {@link #start}, and Patroni makes a standby of it.
 */
public final class PatroniCluster implements Replicas, Cluster.Local, Linked {
    /** Longer than any command holds it. */
    private static final Duration LOCK_LIMIT = Duration.ofMinutes(10);

    private static final Duration START_LIMIT = Duration.ofMinutes(4);

    private final Home home;
    private final FolderLock lock;

    /** @throws IllegalArgumentException if the name is not of small letters, digits and hyphens */
    public PatroniCluster(StateFolder state, String name) throws IOException {
        this.home = Home.named(state, name);
        this.lock = new FolderLock(home.lockFile(), LOCK_LIMIT);
    }

    @Override
    public boolean up(Linking linking, Consumer<String> say) throws IOException, InterruptedException {
        if (linking == Linking.LINKED) {
            throw new IllegalArgumentException(
                    "with the manager patroni no proxy can stand between nodes: every node is told one address"
                            + " of the leader; leave out --links, or take --namespaces");
        }
        return lock.hold(() -> new Upkeep(home).up(linking, say));
    }

    @Override
    public boolean down() throws IOException, InterruptedException {
        return lock.hold(() -> new Upkeep(home).down());
    }

    @Override
    public boolean reset() throws IOException, InterruptedException {
        return lock.hold(() -> new Upkeep(home).reset());
    }

    @Override
    public boolean exists() throws IOException {
        return home.group().isPresent();
    }

    @Override
    public Path passwordFile() {
        return home.passwords().file();
    }

    @Override
    public List<HaStatus> status() throws IOException, InterruptedException {
        Servers servers = servers();
        Optional<Sql> leader =
                servers.leadership().leader().map(seat -> Sql.probing(seat.member(), servers.password()));
        var found = new ArrayList<HaStatus>();
        for (PatroniNode node : servers.nodes()) {
            long pid = node.postmaster().map(Postmaster::pid).orElse(0L);
            found.add(HaStatus.of(Sql.of(node.seat().member(), servers.password()), node.state(), pid, leader));
        }
        return List.copyOf(found);
    }

    @Override
    public SequencedMap<String, Object> deciders() throws IOException, InterruptedException {
        var deciders = new LinkedHashMap<String, Object>();
        for (PatroniNode node : servers().nodes()) {
            var each = new LinkedHashMap<String, Object>();
            each.put("pid", node.patroni().process().map(OwnProcess::pid).orElse(0L));
            each.put("etcd_pid", node.etcd().process().map(OwnProcess::pid).orElse(0L));
            each.put("log", node.folder().output("patroni").toString());
            deciders.put("patroni_" + node.name(), each);
        }
        return deciders;
    }

    @Override
    public String trouble() throws IOException, InterruptedException {
        Servers servers = servers();
        int votes = votes(servers);
        return votes < servers.group().majority()
                ? "Of " + servers.group().seats().size() + " members of etcd " + votes + " run: nobody could be chosen."
                : "";
    }

    private static int votes(Servers servers) throws IOException, InterruptedException {
        int votes = 0;
        for (PatroniNode node : servers.nodes()) {
            votes += node.etcd().runs() ? 1 : 0;
        }
        return votes;
    }

    @Override
    public Target target() throws IOException {
        return PatroniTargets.of(group(), home);
    }

    @Override
    public List<Node> nodes() throws IOException {
        return group().seats().stream().map(seat -> seat.member().node()).toList();
    }

    /** Whoever leads by agreement and says itself that it takes writes. */
    @Override
    public Optional<Node> primary() throws IOException, InterruptedException {
        Servers servers = servers();
        Optional<Seat> leader = servers.leadership().leader();
        if (leader.isEmpty() || servers.node(leader.get()).state() != State.UP) {
            return Optional.empty();
        }
        boolean leads = servers.sql(leader.get()).takesWrites();
        return leads ? leader.map(seat -> seat.member().node()) : Optional.empty();
    }

    @Override
    public State state(Node node) throws IOException, InterruptedException {
        return server(node).state();
    }

    @Override
    public void kill(Node node) throws IOException, InterruptedException {
        server(node).kill();
    }

    @Override
    public void stop(Node node) throws IOException, InterruptedException {
        server(node).stop();
    }

    /** Where too few votes are there yet for anybody to lead, the node is started and waits for the others. */
    @Override
    public void start(Node node) throws IOException, InterruptedException {
        lock.hold(() -> {
            Servers servers = servers();
            PatroniNode starting = servers.node(servers.group().seat(node.name()));
            starting.start(servers.settings());
            if (votes(servers) >= servers.group().majority()) {
                awaitUp(starting);
            }
            return starting;
        });
    }

    private static void awaitUp(PatroniNode node) throws IOException, InterruptedException {
        boolean up = Deadline.in(START_LIMIT).await(() -> {
            node.requireAlive();
            return node.state() == State.UP;
        });
        if (!up) {
            throw new IOException(node.name() + " is " + node.state() + " " + START_LIMIT.toSeconds()
                    + " s after it was started: " + node.patroni().lastWords() + "; see "
                    + node.folder().output("patroni"));
        }
    }

    @Override
    public void pause(Node node, Duration atMost) throws IOException, InterruptedException {
        server(node).pause(atMost);
    }

    @Override
    public void resume(Node node) throws IOException, InterruptedException {
        server(node).resume();
    }

    @Override
    public List<Long> pids(Node node) throws IOException, InterruptedException {
        return server(node).pids();
    }

    @Override
    public Path data(Node node) throws IOException {
        return server(node).folder().data();
    }

    /** Nobody, unless the group was made with {@link Linking#NAMESPACES}. */
    @Override
    public Optional<? extends Links> relay() throws IOException {
        Group group = group();
        var ports = group.seats().stream()
                .collect(Collectors.toMap(Seat::name, seat -> seat.member().port()));
        return home.namespaces(group).map(namespaces -> new NetLinks(namespaces, ports));
    }

    private PatroniNode server(Node node) throws IOException {
        Servers servers = servers();
        return servers.node(servers.group().seat(node.name()));
    }

    private Servers servers() throws IOException {
        return Servers.of(home, group());
    }

    private Group group() throws IOException {
        return home.group()
                .orElseThrow(() -> new IOException("there is no postgres-ha '" + home.name()
                        + "' kept by Patroni yet; 'testbed up postgres-ha --manager patroni' makes it"));
    }
}
