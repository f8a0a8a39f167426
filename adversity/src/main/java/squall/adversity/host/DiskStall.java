package squall.adversity.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import squall.host.Alarm;
import squall.host.Deadline;
import squall.host.Detached;
import squall.host.Folders;
import squall.host.OwnProcess;
import squall.host.Program;
import squall.host.Program.Finished;
import squall.spi.Cluster;
import squall.spi.Effect;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;

/**
 * Offers a disk that holds still, by the name {@code diskStall}: {@code fsfreeze} of the mount that the option names, which must be one of
 * its own; without the option, what the cluster itself can do to its disks. Where that is nothing, a scenario's {@code fallback: pause}
 * stands in.
 */
public final class DiskStall implements FaultProvider {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Override
    public String kind() {
        return "diskStall";
    }

    @Override
    public String summary() {
        return "holds back what nodes force to disk, where the cluster can; or freezes a file system as root: mount=FOLDER, not the one of results or system";
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(List.of("mount"));
        if (!mounted(options)) {
            return HeldDisk.refusal(cluster)
                    .map(why -> why + ", and no node has a file system of its own: the option mount names one");
        }
        Path mount = Here.folder(options, "mount");
        if (!System.getProperty("user.name").equals("root")) {
            return Optional.of("only root may freeze a file system");
        }
        try {
            for (String precious :
                    Set.of("/", "", System.getProperty("java.io.tmpdir"), System.getProperty("user.home"))) {
                if (Files.getFileStore(mount)
                        .equals(Files.getFileStore(Path.of(precious).toAbsolutePath()))) {
                    return Optional.of(mount + " lies on the file system of '" + precious + "', which must not freeze");
                }
            }
            return Here.refusal(cluster);
        } catch (IOException e) {
            return Optional.of(mount + " cannot be looked at: " + e.getMessage());
        }
    }

    @Override
    public Fault fault(Scene scene, Options options) {
        return mounted(options) ? new Frozen(scene.name(), Here.folder(options, "mount")) : HeldDisk.still(scene);
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
                    "verify: a write into " + mount + " by a process of its own does not end",
                    "heal: fsfreeze -u " + mount);
        }

        @Override
        public void inject(Duration atMost) throws IOException, InterruptedException {
            Folders.make(work(""), "rwx------");
            timer().arm("sleep \"$1\"; fsfreeze -u \"$2\"", List.of(Alarm.seconds(atMost), mount.toString()));
            Finished freeze = new Program(List.of("fsfreeze", "-f", mount.toString()), work(""), LIMIT).run();
            if (!freeze.ok() && !freeze.output().contains("busy")) { // so it says of one that is frozen
                freeze.orThrow();
            }
        }

        /** Nobody waits for the one who writes: it holds still until the thaw, deaf even to a kill. */
        @Override
        public Effect effect() throws IOException, InterruptedException {
            Path probe = mount.resolve(name + ".probe");
            List<String> write =
                    List.of("/bin/sh", "-c", ": >\"$1\" && rm -f \"$1\"", "squall", probe.toString(), name);
            Path work = work("-probe");
            Folders.make(work, "rwx------");
            new Detached(write, work, work.resolve("out"), work.resolve("pid")).start();
            boolean blocked = !Deadline.in(Duration.ofSeconds(1))
                    .await(() -> OwnProcess.named(work.resolve("pid"), probe).isEmpty());
            if (!blocked) { // else its files are in use until the thaw
                Folders.delete(work);
            }
            return new Effect(blocked, "a write into " + mount + (blocked ? " does not end" : " ends"));
        }

        /** Of one that is not frozen, {@code fsfreeze} says Invalid argument: healed. */
        @Override
        public void heal() throws IOException, InterruptedException {
            Finished thaw = new Program(List.of("fsfreeze", "-u", mount.toString()), Path.of("/"), LIMIT).run();
            if (!thaw.ok() && !thaw.output().contains("Invalid argument")) {
                thaw.orThrow();
            }
            timer().disarm();
            Folders.delete(work(""));
            Folders.delete(work("-probe"));
        }

        private Alarm timer() {
            return new Alarm(work(""), "timer");
        }

        private Path work(String part) {
            return Path.of(System.getProperty("java.io.tmpdir"), "squall-" + name + part);
        }
    }
}
