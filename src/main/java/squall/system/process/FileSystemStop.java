package squall.system.process;

/** Program that stops file systems as a power cut stops them, and the processes that use them. */
public final class FileSystemStop {
    /**
     * Script for {@code perl -e} whose arguments are process ids and mount points. It sends SIGSTOP to the processes and all their
     * descendants, waits until no thread of them runs, stops the file systems, and prints the nanoseconds from the first signal to the last
     * file system. The processes stay stopped.
     *
     * <p>The signal is first because ext4 and XFS let a sync succeed now and then that is under way while they stop: a process that ran on
     * could acknowledge a write that is gone. A thread that has not left the kernel after a second cannot acknowledge anything either, and is not waited for.
     *
     * <p>The request has the same number on ext4 and XFS, EXT4_IOC_SHUTDOWN and XFS_IOC_GOINGDOWN; 2 is NOLOGFLUSH: nothing is written any
     * more, not even the journal. All are opened first, so that they stop together. The JDK has no ioctl. Only modules of
     * perl-base are used, which Debian always has: no Time::HiRes, but the call clock_gettime by its number. It is written without single
     * quotes, so that a shell script can contain it.
     */
    public static final String PERL = """
            use Config;
            my $clock = $Config{archname} =~ /^x86_64/ ? 228 : $Config{archname} =~ /^aarch64/ ? 113 : die "no clock on $Config{archname}\n";
            sub now { my $at = pack("qq", 0, 0); syscall($clock, 1, $at); my ($s, $ns) = unpack("qq", $at); $s + $ns / 1e9 }
            sub fields { open(my $f, "<", $_[0]) or return; my $line = <$f>; ($line // "") =~ /.*\\) (.*)/ ? split(/ /, $1) : () }
            my (@roots, @d, %seen);
            for (@ARGV) {
              if (/^\\d+$/) { push @roots, $_; next }
              open(my $d, "<", $_) or die "$_: $!\\n";
              push @d, $d;
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
            for (@d) { $last = now; ioctl($_, 0x8004587D, $how) or die "$!\\n" }
            printf "%d", ($last - $t) * 1e9;
            """;

    private FileSystemStop() {}
}
