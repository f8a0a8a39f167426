package squall.system.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import squall.spi.Cluster.PowerCuts.StoppedDisks;

/** Program that stops file systems as a power cut stops them, and the processes that use them. */
public final class FileSystemStop {
    /**
     * Script for {@code perl -e} with the {@link #arguments}. It sends SIGSTOP to the processes and all their descendants, waits until no
     * thread of them runs, and stops the file systems; {@link #stopped} reads what it prints. The processes stay stopped.
     *
     * <p>The signal is first because ext4 and XFS let a sync succeed now and then that is under way while they stop: a process that ran on
     * could acknowledge a write that is gone. A thread that has not left the kernel after a second cannot acknowledge anything either, and is not waited for.
     *
     * <p>Where a time without writes is asked for, it waits before for a moment at which none of the devices has written or synced for so
     * long, nor did a second ago for a tenth of a second to either side of it: what databases sync once a second is due by then, and not yet
     * done. The counters of a device are those of Documentation/block/stat.rst: the fifth counts writes, the sixteenth flushes.
     *
     * <p>The request has the same number on ext4 and XFS, EXT4_IOC_SHUTDOWN and XFS_IOC_GOINGDOWN; 2 is NOLOGFLUSH: nothing is written any
     * more, not even the journal. All are opened first, so that they stop together. The JDK has no ioctl. Only modules of
     * perl-base are used, which Debian always has: no Time::HiRes, but the call clock_gettime by its number. It is written without single
     * quotes, so that a shell script can contain it. Without the parentheses of now its callers would pass it what they subtract from it.
     */
    public static final String PERL = """
            use Config;
            my $clock = $Config{archname} =~ /^x86_64/ ? 228 : $Config{archname} =~ /^aarch64/ ? 113 : die "no clock on $Config{archname}\n";
            sub now() { my $at = pack("qq", 0, 0); syscall($clock, 1, $at); my ($s, $ns) = unpack("qq", $at); $s + $ns / 1e9 }
            sub fields { open(my $f, "<", $_[0]) or return; my $line = <$f>; ($line // "") =~ /.*\\) (.*)/ ? split(/ /, $1) : () }
            my ($quiet, @roots, @d, @devices, %seen) = (0);
            for (@ARGV) {
              if (/^\\d+$/) { push @roots, $_; next }
              if (/^\\+(\\d+)$/) { $quiet = $1 / 1000; next }
              open(my $d, "<", $_) or die "$_: $!\n";
              push @d, $d;
              my $n = (stat $d)[0];
              push @devices, (($n >> 8) & 0xfff) . ":" . (($n & 0xff) | (($n >> 12) & 0xfff00));
            }
            sub written {
              join " ", map { open(my $f, "<", "/sys/dev/block/$_/stat") or die "/sys/dev/block/$_/stat: $!\n"; (split " ", <$f>)[4, 15] } @devices;
            }
            my $still = 0;
            if ($quiet) {
              my ($from, $was, @at) = (now, written());
              until ($still or now - $from > LIMIT) {
                select(undef, undef, undef, 0.002);
                my ($t, $is) = (now, written());
                push @at, $t if $is ne $was;
                $was = $is;
                $still = $t - $from > 1.1 && !grep { $t - $_ < $quiet or abs($t - 1 - $_) < 0.1 } @at;
              }
            }
            sub tree {
              my %of;
              for (glob "/proc/[0-9]*") { my @f = fields("$_/stat"); push @{$of{$f[1]}}, substr($_, 6) if @f }
              my @all = @roots;
              for (my $i = 0; $i < @all; $i++) { push @all, @{$of{$all[$i]} // []} }
              grep { !$seen{$_}++ } @all;
            }
            my $t = now;
            kill STOP => @roots;
            while (@roots and my @more = tree()) { kill STOP => @more }
            for my $stat (map { glob "/proc/$_/task/[0-9]*/stat" } keys %seen) {
              until (now - $t > 1 or ((fields($stat))[0] // "X") =~ /[TtZX]/) { select(undef, undef, undef, 0.0005) }
            }
            my $how = pack("L", 2);
            my $last = $t;
            for (@d) { $last = now; ioctl($_, 0x8004587D, $how) or die "$!\n" }
            printf "%d %d", ($last - $t) * 1e9, $still;
            """.replace("LIMIT", Long.toString(StoppedDisks.UNSAVED_LIMIT.toSeconds()));

    private FileSystemStop() {}

    /**
     * Returns the arguments of the script.
     *
     * @param unsaved time in which the file systems must have written nothing; zero if they are stopped at once
     */
    public static List<String> arguments(Duration unsaved, List<String> pids, List<String> mounts) {
        List<String> arguments = new ArrayList<>();
        if (!unsaved.isZero()) {
            arguments.add("+" + unsaved.toMillis());
        }
        arguments.addAll(pids);
        arguments.addAll(mounts);
        return arguments;
    }

    /** Reads what the script printed: the nanoseconds from the first signal to the last file system, and whether there was such a moment. */
    public static StoppedDisks stopped(String output) {
        String[] fields = output.strip().split(" ", -1);
        return new StoppedDisks(Duration.ofNanos(Long.parseLong(fields[0])), fields[1].equals("1"));
    }
}
