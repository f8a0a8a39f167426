package squall.testbed.ha;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import squall.host.Detached;
import squall.host.FolderLock;
import squall.host.JavaArguments;
import squall.host.OwnProcess;
import squall.host.ProcessTree;
import squall.host.StateFolder;
import squall.spi.Cluster;
import squall.spi.Target;
import squall.testbed.host.RunAs;
import squall.testbed.net.Linked;
import squall.testbed.postgres.PostgresBinaries;

/**
 * A PostgreSQL primary and two quorum-synchronous standbys on this machine, with a supervisor that fails over.
 *
 * <p>All outlive the JVM that started them. Every method may be called from any thread and any process; those that make,
 * start or end something exclude each other, and the supervisor's failover, by a file lock. A node that was primary and
 * was fenced comes back by {@link #start}, which clones it anew.
 */
public final class HaCluster
        implements Cluster,
                Cluster.Restarts,
                Cluster.Pauses,
                Cluster.Resizes,
                Cluster.Local,
                Cluster.HasPrimary,
                Linked {
    /** Whether what nodes and clients say to each other can be disturbed. */
    public enum Linking {
        AS_BEFORE,
        /** A proxy of its own relays it, which costs some speed. */
        LINKED,
        DIRECT,
        /** Each node has a network namespace of its own, from when the group is made until it is reset; for root. */
        NAMESPACES
    }

    /** The name of the group that commands use when none is given. */
    public static final String DEFAULT_NAME = "postgres-ha";

    private final StateFolder state;
    private final Home home;
    private final FolderLock lock;

    /** @throws IllegalArgumentException if the name is not of small letters, digits and hyphens */
    public HaCluster(StateFolder state, String name) throws IOException {
        this.state = state;
        this.home = Home.named(state, name);
        this.lock = new FolderLock(home.lockFile(), Supervisor.LOCK_LIMIT);
    }

    /**
     * Makes the group, starts its nodes and its supervisor, where that is still to do; answers whether anything was.
     *
     * @param say hears what takes longer than a moment, one line each
     * @throws IOException if it cannot run here; the message names the remedies
     */
    public boolean up(Linking linking, Consumer<String> say) throws IOException, InterruptedException {
        return lock.hold(() -> {
            Optional<Group> known = home.group();
            if (known.isEmpty()) {
                say.accept("making a PostgreSQL primary and two standbys");
            }
            Group group = known.isEmpty() ? make(linking) : known.get();
            boolean arranged = network().arrange(linking, group);
            boolean started = new Assembly(servers(group), say).complete(group);
            network().settle();
            boolean supervised = supervise();
            return known.isEmpty() || arranged || started || supervised;
        });
    }

    private Group make(Linking linking) throws IOException, InterruptedException {
        var binaries = PostgresBinaries.in(state);
        var runAs = RunAs.choose(StateFolder.root(), binaries::complaint);
        return new HaMaker(binaries, runAs, network().chosen(linking)).make(home);
    }

    /** Its JVM is small: it looks five times a second and keeps nothing. */
    private boolean supervise() throws IOException, InterruptedException {
        if (supervisor().isPresent()) {
            return false;
        }
        var arguments = List.of(
                "-Xmx48m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SupervisorCommand.class.getName(),
                state.path().toString(),
                home.name());
        new JavaArguments(arguments).write(home.supervisorArguments());
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        new Detached(
                        List.of(java, "@" + home.supervisorArguments()),
                        home.folder(),
                        home.supervisorLog(),
                        home.supervisorPid())
                .start();
        return true;
    }

    /** The supervisor's process; empty if it does not run, and then nobody fails over. */
    public Optional<OwnProcess> supervisor() throws IOException, InterruptedException {
        return OwnProcess.named(home.supervisorPid(), home.supervisorArguments());
    }

    /** Ends supervisor and nodes in good order; answers whether there was one to end. */
    public boolean down() throws IOException, InterruptedException {
        return lock.hold(() -> {
            boolean any = endSupervisor();
            Optional<Group> group = home.group();
            if (group.isPresent()) {
                for (HaNode node : primaryFirst(group.get())) {
                    any |= node.postmaster().isPresent();
                    node.stop();
                }
                network().end(group.get());
            }
            return any;
        });
    }

    /** So that its last commits reach those who are still there. */
    private List<HaNode> primaryFirst(Group group) throws IOException, InterruptedException {
        Servers servers = servers(group);
        var nodes = new ArrayList<HaNode>();
        nodes.add(servers.node(group.member(group.primary())));
        group.members().stream()
                .filter(member -> !member.name().equals(group.primary()))
                .map(servers::node)
                .forEach(nodes::add);
        return nodes;
    }

    private boolean endSupervisor() throws IOException, InterruptedException {
        Optional<OwnProcess> supervisor = supervisor();
        if (supervisor.isPresent()) {
            supervisor.get().tree().kill(); // under the lock, so it is not in the middle of anything
        }
        return supervisor.isPresent();
    }

    /**
     * Kills supervisor and nodes and removes their data for good; answers whether there was anything.
     *
     * @throws IOException if the folder holds what Squall did not put there; then nothing was removed
     */
    public boolean reset() throws IOException, InterruptedException {
        return lock.hold(() -> {
            Optional<Group> group = home.group();
            if (group.isEmpty()) {
                return false;
            }
            home.requireOwn(group.get());
            endSupervisor();
            for (HaNode node : servers(group.get()).all(group.get())) {
                node.kill();
            }
            network().end(group.get());
            home.delete();
            return true;
        });
    }

    /** Whether it was ever made. */
    public boolean exists() throws IOException {
        return home.group().isPresent();
    }

    /** What the supervisor saw and did since it was started, a line each. */
    public Path supervisorLog() {
        return home.supervisorLog();
    }

    /** In libpq's format, readable by its owner only. */
    public Path passwordFile() {
        return home.passwords().file();
    }

    /** How each node is found at this moment, and what it is to the others. */
    public List<HaStatus> status() throws IOException, InterruptedException {
        Group group = group();
        Servers servers = servers(group);
        var found = new ArrayList<HaStatus>();
        for (HaNode node : servers.all(group)) {
            found.add(HaStatus.of(node, group, servers.password()));
        }
        return List.copyOf(found);
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
        boolean standby = Sql.of(member, home.passwords().read())
                .text("SELECT pg_is_in_recovery()")
                .equals("t");
        return standby ? Optional.empty() : Optional.of(member.node());
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
        return network().relay(group());
    }

    private Network network() {
        return new Network(home);
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
