package squall.testbed.patroni;

import java.io.IOException;
import java.nio.file.Path;
import squall.host.Folders;
import squall.testbed.host.RunAs;

/**
 * The files of one node.
 *
 * @param path holds settings, output and process numbers; what the servers write themselves is in {@link #home}
 */
record NodeFolder(Path path) {
    /** Belongs to the user that the servers run as: Patroni moves and removes whole data folders. */
    Path home() {
        return path.resolve("home");
    }

    Path data() {
        return home().resolve("data");
    }

    Path votes() {
        return home().resolve("etcd");
    }

    /** Stands in Patroni's command line, so it is known by it. */
    Path settings() {
        return path.resolve("patroni.yml");
    }

    Path output(String program) {
        return path.resolve(program + ".log");
    }

    Path pid(String program) {
        return path.resolve(program + ".pid");
    }

    void make(RunAs runAs) throws IOException {
        Folders.make(path, Home.OPEN);
        Folders.make(home(), "rwx------");
        runAs.own(home());
    }

    /** Readable by the servers' user only: a password is in it. */
    void write(String settings, RunAs runAs) throws IOException {
        Folders.write(settings(), settings, "rw-------");
        runAs.own(settings());
    }
}
