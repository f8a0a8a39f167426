package squall.testbed.doctor;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import squall.system.FileTrees;
import squall.system.process.FileSystemStop;
import squall.testbed.doctor.MachineCheck.CheckAnswer;
import squall.testbed.doctor.MachineCheck.CheckSection;
import squall.testbed.host.NodeSize;

/**
 * Section of the checks what Linux allows this user to do, in namespaces that end with the shell that tests.
 *
 * @param root whether the user is root
 * @param fileSystem its root, {@code /} except in tests
 */
record KernelChecks(InstalledTools tools, boolean root, Path fileSystem) {
    private static final String NAMESPACES =
            "allow user namespaces (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone=1), or run as root";

    CheckSection network() {
        return new CheckSection(
                "Network faults between real addresses",
                List.of(
                        MachineCheck.special(
                                "user namespaces",
                                "databases and network faults without root",
                                NAMESPACES,
                                this::userNamespaces),
                        MachineCheck.special(
                                "network namespaces",
                                "nodes with their own addresses (--namespaces)",
                                NAMESPACES,
                                () -> alone("true", "a namespace was created")),
                        MachineCheck.special(
                                "veth and bridge",
                                "links between such nodes",
                                "apt-get install iproute2; a kernel with veth and bridge",
                                () -> alone(
                                        "ip link add sqd0 type veth peer name sqd1; ip link add sqd2 type bridge",
                                        "created in a separate namespace")),
                        MachineCheck.special(
                                "nft",
                                "partition, loss and reset, with expiry in the kernel",
                                "apt-get install nftables; a kernel with nf_tables",
                                () -> alone(nft(), "a set with timeouts and random drops were accepted")),
                        MachineCheck.special(
                                "tbf",
                                "bandwidth",
                                "apt-get install iproute2; a kernel with CONFIG_NET_SCH_TBF",
                                () -> alone(
                                        "tc qdisc add dev lo root tbf rate 1mbit burst 32kbit latency 50ms",
                                        "accepted in a separate namespace")),
                        MachineCheck.special(
                                "netem",
                                "latency and jitter in the kernel; without it the link proxy adds the delay",
                                "a kernel with CONFIG_NET_SCH_NETEM (apt-get install linux-modules-extra-$(uname -r))",
                                () -> alone(
                                        "tc qdisc add dev lo root netem delay 10ms 1ms",
                                        "accepted in a separate namespace"))));
    }

    CheckSection host() {
        return new CheckSection(
                "Faults of disk, processor and clock",
                List.of(
                        MachineCheck.special(
                                "cgroups",
                                "slow disks and processors",
                                "run as root on a host that mounts cgroups, or let systemd delegate them",
                                this::cgroups),
                        MachineCheck.special(
                                "node sizes",
                                "nodes with a size (--node-cpus, --node-memory)",
                                "run as root on a host that mounts cgroups, or let systemd delegate them:"
                                        + " systemd-run --user --scope COMMAND",
                                KernelChecks::nodeSizes),
                        MachineCheck.special(
                                "fsfreeze",
                                "disk stalls",
                                "run as root; apt-get install util-linux e2fsprogs; loop devices",
                                this::freezes),
                        MachineCheck.special(
                                "power cuts",
                                "nodes on disks of their own (--disks own) and the fault powerCut",
                                "run as root; apt-get install util-linux e2fsprogs perl-base; loop devices",
                                this::cutsPower),
                        MachineCheck.special("faketime", "clock skew", "apt-get install faketime", this::faketime)));
    }

    private static String nft() {
        return "nft add table inet sqd; nft add set inet sqd s '{ type ipv4_addr; flags timeout; }'; "
                + "nft add element inet sqd s '{ 198.18.0.1 timeout 5s }'; "
                + "nft add chain inet sqd c '{ type filter hook input priority 0; }'; "
                + "nft add rule inet sqd c ip saddr @s drop; "
                + "nft add rule inet sqd c numgen random mod 100 '<' 20 drop";
    }

    private CheckAnswer userNamespaces() throws IOException, InterruptedException {
        tools.trial(List.of("unshare", "-U", "-r"), "true");
        return new CheckAnswer.Ok("a namespace was created");
    }

    /** Runs a test as root of a new network namespace. */
    private CheckAnswer alone(String script, String well) throws IOException, InterruptedException {
        tools.trial(root ? List.of("unshare", "-n") : List.of("unshare", "-U", "-r", "-n"), script);
        return new CheckAnswer.Ok(well);
    }

    private CheckAnswer cgroups() throws IOException {
        Path folder = fileSystem.resolve("sys/fs/cgroup");
        Path unified = folder.resolve("cgroup.controllers");
        boolean second = Files.isReadable(unified);
        String controllers = second ? Files.readString(unified).strip() : String.join(" ", names(folder));
        if (controllers.isEmpty()) {
            throw new IOException(folder + " has no controller");
        }
        Path writable = second ? folder : folder.resolve("blkio");
        if (!Files.isWritable(writable)) {
            throw new IOException(
                    (second ? "v2" : "v1") + " with " + controllers + ", but " + writable + " is not writable by you");
        }
        return new CheckAnswer.Ok((second ? "v2: " : "v1: ") + controllers);
    }

    private static CheckAnswer nodeSizes() throws IOException {
        var size = new NodeSize(Optional.of(new BigDecimal("0.1")), Optional.of(64));
        size.trial();
        return new CheckAnswer.Ok("the kernel took " + size + " and gave it back");
    }

    private static List<String> names(Path folder) throws IOException {
        return FileTrees.entriesIfAny(folder).stream()
                .filter(entry -> Files.isDirectory(entry) && !Files.isSymbolicLink(entry))
                .map(entry -> entry.getFileName().toString())
                .toList();
    }

    /** Freezes a separate file system in a file, mounted where no other process sees it; always thawed. */
    private CheckAnswer freezes() throws IOException, InterruptedException {
        tools.require("fsfreeze");
        if (!root) {
            throw new IOException("only root may freeze a file system");
        }
        tools.trial(
                List.of("unshare", "-m", "--propagation", "private"),
                "truncate -s 16M disk; mkfs.ext4 -q -F disk; mkdir mounted; mount -o loop disk mounted; "
                        + "trap 'fsfreeze -u mounted 2>/dev/null || true; umount mounted' EXIT; "
                        + "fsfreeze -f mounted; fsfreeze -u mounted");
        return new CheckAnswer.Ok("a file system was frozen and thawed");
    }

    /** Checks like {@link #freezes}: what was synced must be there afterwards, and nothing else. */
    private CheckAnswer cutsPower() throws IOException, InterruptedException {
        tools.require("perl");
        if (!root) {
            throw new IOException("only root may mount the disks of nodes");
        }
        tools.trial(
                List.of("unshare", "-m", "--propagation", "private"),
                "truncate -s 16M disk; mkfs.ext4 -q -F disk; mkdir mounted; mount -o loop disk mounted; "
                        + "trap 'umount mounted' EXIT; echo synced >mounted/a; sync -f mounted; echo unsynced >mounted/b; "
                        + "perl -e '" + FileSystemStop.PERL
                        + "' mounted >/dev/null; umount mounted; mount -o loop disk mounted; "
                        + "[ \"$(cat mounted/a)\" = synced ] || { echo 'a synced file was lost'; exit 1; }; "
                        + "[ ! -s mounted/b ] || { echo 'a file that was not synced survived'; exit 1; }");
        return new CheckAnswer.Ok("a file system lost what was not synced, and nothing else");
    }

    private CheckAnswer faketime() throws IOException, InterruptedException {
        tools.require("faketime");
        tools.trial(
                List.of(),
                "real=$(date +%s); fake=$(faketime -f +1d date +%s); [ $((fake - real)) -gt 80000 ] || "
                        + "{ echo 'faketime did not change the clock'; exit 1; }");
        return new CheckAnswer.Ok("a program saw the time one day ahead");
    }
}
