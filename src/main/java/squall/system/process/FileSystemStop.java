package squall.system.process;

/** Program that stops file systems as a power cut stops them. */
public final class FileSystemStop {
    /**
     * Script for {@code perl -e} that stops the file systems mounted at its arguments, and prints the nanoseconds between the first and the
     * last. The request has the same number on ext4 and XFS, EXT4_IOC_SHUTDOWN and XFS_IOC_GOINGDOWN; 2 is NOLOGFLUSH: nothing is written any
     * more, not even the journal. All are opened first, so that they stop together. The JDK has no ioctl; Debian always has Perl. It is written
     * without single quotes, so that a shell script can contain it.
     */
    public static final String PERL =
            "use Time::HiRes; my @d; for (@ARGV) { open(my $d, \"<\", $_) or die \"$_: $!\\n\"; push @d, $d } "
                    + "my $how = pack(\"L\", 2); my $t = Time::HiRes::clock_gettime(1); my $last = $t; "
                    + "for (@d) { $last = Time::HiRes::clock_gettime(1); ioctl($_, 0x8004587D, $how) or die \"$!\\n\" } "
                    + "printf \"%d\", ($last - $t) * 1e9;";

    private FileSystemStop() {}
}
