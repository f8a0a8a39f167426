package squall.adversity.host;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.adversity.NamedFaultProvider;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.Options;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.process.DetachedAlarm;
import squall.system.process.DetachedProcess;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;
import squall.system.process.PidFileProcess;

/**
 * Provider of stalled disks, by the name {@code diskStall}: {@code fsfreeze} of the mount that the option names, which must be a separate
 * one; without the option, the capability of the cluster itself. If it has none, a scenario can use {@code fallback: pause}.
 */
public final class DiskStall extends NamedFaultProvider {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    public DiskStall() {
        super(
                "diskStall",
                "stalls syncs of nodes to disk, if the cluster supports it; or freezes a file system as root: mount=FOLDER (not"
                        + " that of the results or the system)",
                Aim.NODES);
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(List.of("mount"));
        if (!mounted(options)) {
            return StalledDisk.refusal(cluster)
                    .map(why -> why + ", and no node has its own file system: give one with the option mount");
        }
        Path mount = LocalNodeCheck.folder(options, "mount");
        if (!System.getProperty("user.name").equals("root")) {
            return Optional.of("only root may freeze a file system");
        }
        return LocalNodeCheck.refusal(cluster, mount, "frozen");
    }

    @Override
    public Fault fault(FaultContext context, Options options) {
        return mounted(options)
                ? new Frozen(context.name(), LocalNodeCheck.folder(options, "mount"))
                : StalledDisk.still(context);
    }

    private static boolean mounted(Options options) {
        return !options.text("mount", "").isEmpty();
    }

    private record Frozen(String name, Path mount) implements Fault {
        @Override
        public List<String> steps() {
            return List.of(
                    "timer: a detached shell thaws " + mount,
                    "inject: fsfreeze -f " + mount,
                    "verify: a write into " + mount + " by a separate process does not return",
                    "heal: fsfreeze -u " + mount);
        }

        @Override
        public void inject(Duration atMost) throws IOException, InterruptedException {
            FileTrees.make(work(""), "rwx------");
            timer().arm("sleep \"$1\"; fsfreeze -u \"$2\"", List.of(DetachedAlarm.seconds(atMost), mount.toString()));
            Finished freeze = new ExternalProgram(List.of("fsfreeze", "-f", mount.toString()), work(""), LIMIT).run();
            if (!freeze.ok() && !freeze.text().contains("busy")) { // its error for a frozen file system
                freeze.orThrow();
            }
        }

        /** Verifies by a write, without waiting for its process: it blocks until the thaw and cannot even be killed. */
        @Override
        public FaultEffect effect() throws IOException, InterruptedException {
            Path probe = mount.resolve(name + ".probe");
            List<String> write =
                    List.of("/bin/sh", "-c", ": >\"$1\" && rm -f \"$1\"", "squall", probe.toString(), name);
            Path work = work("-probe");
            FileTrees.make(work, "rwx------");
            new DetachedProcess(write, work, work.resolve("out"), work.resolve("pid")).start();
            boolean blocked = !PollDeadline.in(Duration.ofSeconds(1))
                    .await(() ->
                            PidFileProcess.named(work.resolve("pid"), probe).isEmpty());
            if (!blocked) { // else its files are in use until the thaw
                FileTrees.delete(work);
            }
            return new FaultEffect(blocked, "a write into " + mount + (blocked ? " does not return" : " returns"));
        }

        /** Thaws the file system. If it is not frozen, {@code fsfreeze} prints Invalid argument: healed. */
        @Override
        public void heal() throws IOException, InterruptedException {
            Finished thaw = new ExternalProgram(List.of("fsfreeze", "-u", mount.toString()), Path.of("/"), LIMIT).run();
            if (!thaw.ok() && !thaw.text().contains("Invalid argument")) {
                thaw.orThrow();
            }
            timer().disarm();
            FileTrees.delete(work(""));
            FileTrees.delete(work("-probe"));
        }

        private DetachedAlarm timer() {
            return new DetachedAlarm(work(""), "timer");
        }

        private Path work(String part) {
            return Path.of(System.getProperty("java.io.tmpdir"), "squall-" + name + part);
        }
    }
}
