package squall.testbed.ha;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import squall.host.FolderLock;
import squall.host.OwnProcess;
import squall.host.ProcessTree;
import squall.host.StateFolder;
import squall.spi.Cluster;
import squall.spi.Target;
import squall.testbed.net.Linked;
import squall.testbed.postgres.Postmaster;

/**
 * A PostgreSQL primary and two quorum-synchronous standbys on this machine, with a supervisor that fails over.
 *
 * <p>All outlive the JVM that started them. Every method may be called from any thread and any process; those that make,
 * start or end something exclude each other, and the supervisor's failover, by a file lock. A node that was primary and
 * was fenced comes back by {@link #start}, which clones it anew.
 */
public final class HaCluster implements Replicas, Cluster.Resizes, Cluster.Local, Linked {
    private final StateFolder state;
    private final Home home;
    private final FolderLock lock;

    /** @throws IllegalArgumentException if the name is not of small letters, digits and hyphens */
    public HaCluster(StateFolder state, String name) throws IOException {
        this.state = state;
        this.home = Home.named(state, name);
        this.lock = new FolderLock(home.lockFile(), Supervisor.LOCK_LIMIT);
    }

    @Override
    public boolean up(Linking linking, Consumer<String> say) throws IOException, InterruptedException {
        return lock.hold(() -> upkeep().up(linking, say));
    }

    /** The supervisor's process; empty if it does not run, and then nobody fails over. */
    public Optional<OwnProcess> supervisor() throws IOException, InterruptedException {
        return new Supervision(state, home).process();
    }

    @Override
    public boolean down() throws IOException, InterruptedException {
        return lock.hold(() -> upkeep().down());
    }

    @Override
    public boolean reset() throws IOException, InterruptedException {
        return lock.hold(() -> upkeep().reset());
    }

    @Override
    public boolean exists() throws IOException {
        return home.group().isPresent();
    }

    /** What the supervisor saw and did since it was started, a line each. */
    public Path supervisorLog() {
        return home.supervisorLog();
    }

    @Override
    public Path passwordFile() {
        return home.passwords().file();
    }

    @Override
    public List<HaStatus> status() throws IOException, InterruptedException {
        Group group = group();
        Servers servers = servers(group);
        var found = new ArrayList<HaStatus>();
        var primary = Sql.probing(group.member(group.primary()), servers.password());
        for (HaNode node : servers.all(group)) {
            long pid = node.postmaster().map(Postmaster::pid).orElse(0L);
            var status =
                    HaStatus.of(servers.sql(node.member()), node.state(servers.password()), pid, Optional.of(primary));
            found.add(group.stale().contains(node.member().name()) ? status.stale() : status);
        }
        return List.copyOf(found);
    }

    @Override
    public SequencedMap<String, Object> deciders() throws IOException, InterruptedException {
        var deciders = new LinkedHashMap<String, Object>();
        deciders.put("supervisor_pid", supervisor().map(OwnProcess::pid).orElse(0L));
        deciders.put("supervisor_log", supervisorLog().toString());
        return deciders;
    }

    @Override
    public String trouble() throws IOException, InterruptedException {
        return supervisor().isPresent() ? "" : "The supervisor does not run: nobody would fail over.";
    }

    @Override
    public Target target() throws IOException {
        Group group = group();
        return HaTargets.of(group, home);
    }

    @Override
    public List<Node> nodes() throws IOException {
        return group().members().stream().map(Member::node).toList();
    }

    /** The one that takes writes now, asked itself; what the supervisor plans does not count. */
    @Override
    public Optional<Node> primary() throws IOException, InterruptedException {
        Group group = group();
        Member member = group.member(group.primary());
        HaNode node = servers(group).node(member);
        if (node.state(home.passwords().read()) != State.UP) {
            return Optional.empty();
        }
        boolean leads = Sql.of(member, home.passwords().read()).takesWrites();
        return leads ? Optional.of(member.node()) : Optional.empty();
    }

    @Override
    public State state(Node node) throws IOException, InterruptedException {
        return server(node).state(home.passwords().read());
    }

    @Override
    public void kill(Node node) throws IOException, InterruptedException {
        server(node).kill();
    }

    @Override
    public void stop(Node node) throws IOException, InterruptedException {
        server(node).stop();
    }

    @Override
    public void start(Node node) throws IOException, InterruptedException {
        lock.hold(() -> {
            Group group = group();
            return new Assembly(servers(group), line -> {}).bring(group, group.member(node.name()));
        });
    }

    @Override
    public Size size(Node node) throws IOException, InterruptedException {
        return server(node).size(home.passwords().read());
    }

    /** A primary that is ended is followed by another, and comes back as a standby. */
    @Override
    public void resize(Node node, Size size) throws IOException, InterruptedException {
        if (state(node) == State.UP && size(node).equals(size)) {
            return;
        }
        stop(node);
        server(node).allotment().give(size);
        start(node);
    }

    @Override
    public List<Long> pids(Node node) throws IOException, InterruptedException {
        var postmaster = server(node).postmaster();
        return postmaster.isPresent() ? new ProcessTree(postmaster.get().pid()).pids() : List.of();
    }

    @Override
    public Path data(Node node) throws IOException, InterruptedException {
        return server(node).data();
    }

    @Override
    public void pause(Node node, Duration atMost) throws IOException, InterruptedException {
        server(node).pause(atMost);
    }

    @Override
    public void resume(Node node) throws IOException, InterruptedException {
        server(node).resume();
    }

    /** Nobody, unless the group was brought up {@link Linking#LINKED} or with {@link Linking#NAMESPACES}. */
    @Override
    public Optional<? extends Links> relay() throws IOException {
        return new Network(home).relay(group());
    }

    private Upkeep upkeep() {
        return new Upkeep(state, home);
    }

    private HaNode server(Node node) throws IOException, InterruptedException {
        Group group = group();
        return servers(group).node(group.member(node.name()));
    }

    private Servers servers(Group group) throws IOException, InterruptedException {
        return Servers.of(state, home, group);
    }

    private Group group() throws IOException {
        return home.group()
                .orElseThrow(() -> new IOException(
                        "there is no postgres-ha '" + home.name() + "' yet; 'testbed up postgres-ha' makes it"));
    }
}
