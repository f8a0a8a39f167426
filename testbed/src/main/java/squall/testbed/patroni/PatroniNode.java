package squall.testbed.patroni;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.system.process.ProcessTree;
import squall.testbed.cluster.LocalNode;
import squall.testbed.cluster.NodePlace;
import squall.testbed.ha.MemberConnection;
import squall.testbed.host.Daemon;
import squall.testbed.patroni.PatroniGroup.PatroniMember;
import squall.testbed.postgres.Postmaster;

/** Node of the group: its folder and the processes that are started and ended together. */
record PatroniNode(PatroniMember member, NodePlace place) implements LocalNode {
    /** Limit for Patroni's end: it shuts its server down cleanly first, which writes dirty pages to disk. */
    static final Duration END_LIMIT = Duration.ofMinutes(2);

    PatroniNodeFolder folder() {
        return new PatroniNodeFolder(place.folder());
    }

    @Override
    public Path data() {
        return folder().data();
    }

    Daemon patroni() {
        return daemon("patroni", folder().settings());
    }

    Daemon etcd() {
        return daemon("etcd", folder().votes());
    }

    private Daemon daemon(String name, Path mark) {
        return new Daemon(name, folder().path(), folder().output(name), folder().pid(name), mark);
    }

    /** Lists the daemons; Patroni is frozen first: then it cannot start the server again. */
    @Override
    public List<Daemon> daemons() {
        return List.of(patroni(), etcd());
    }

    Optional<Postmaster> postmaster() throws IOException, InterruptedException {
        return Postmaster.running(data());
    }

    @Override
    public boolean serves() {
        return sql().answers();
    }

    /** Returns the process number of PostgreSQL, not of its manager. */
    @Override
    public long pid() throws IOException, InterruptedException {
        return postmaster().map(Postmaster::pid).orElse(0L);
    }

    MemberConnection sql() {
        return MemberConnection.probing(member.member(), place.password());
    }

    @Override
    public List<ProcessTree> processes() throws IOException, InterruptedException {
        List<ProcessTree> trees = LocalNode.super.processes();
        postmaster().ifPresent(server -> trees.add(new ProcessTree(server.pid())));
        return trees;
    }

    /** Starts the programs that do not run; returns whether there were any. Patroni starts the server itself. */
    boolean start(PatroniSettings settings) throws IOException, InterruptedException {
        Path programs = settings.programs().postgres();
        boolean voting = !etcd().runs();
        if (voting) {
            place.awaitFree(name(), List.of(member.at(member.etcd()), member.at(member.vote())));
            etcd().start(command(settings.etcd(member, folder()), programs));
        }
        boolean keeping = !patroni().runs();
        if (keeping) {
            place.awaitFree(name(), List.of(member.at(member.rest())));
            folder().write(settings.of(member, folder()), place.runAs());
            patroni().start(command(settings.patroni(folder()), programs));
        }
        return voting || keeping;
    }

    /**
     * Returns the command line with a clean environment: both programs read settings from variables, too. @param programs folder of
     * PostgreSQL's
     */
    private List<String> command(List<String> words, Path programs) throws IOException {
        var clean = Stream.of(
                "env",
                "-i",
                "PATH=" + programs + ":/usr/bin:/bin",
                "HOME=" + folder().home(),
                "LC_ALL=C.UTF-8",
                "ETCD_UNSUPPORTED_ARCH=arm64"); // etcd 3.4 refuses arm64 without it; other processors ignore it
        return place.command(name(), Stream.concat(clean, words.stream()).toList());
    }

    /**
     * Shuts the node down cleanly: Patroni stops its server and gives up its role, which needs a majority of etcd; then its member of etcd
     * ends.
     */
    @Override
    public void stop() throws IOException, InterruptedException {
        resume(); // a frozen process does not handle signals
        patroni().end(END_LIMIT);
        etcd().end(END_LIMIT);
        unfreezeTimer().disarm();
    }
}
