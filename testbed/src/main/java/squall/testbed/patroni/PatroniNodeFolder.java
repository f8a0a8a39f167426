package squall.testbed.patroni;

import java.io.IOException;
import java.nio.file.Path;
import squall.system.FileTrees;
import squall.testbed.cluster.ClusterFolder;
import squall.testbed.host.LoopDisk;
import squall.testbed.host.RunAs;

/**
 * Folder of one node.
 *
 * @param path of settings, output and process numbers; the servers' own files are in {@link #home}
 */
record PatroniNodeFolder(Path path) {
    /** Returns the folder that belongs to the user as which the servers run: Patroni moves and removes whole data folders. */
    Path home() {
        return LoopDisk.root(path).resolve("home");
    }

    Path data() {
        return home().resolve("data");
    }

    Path votes() {
        return home().resolve("etcd");
    }

    /** Returns the settings file, a part of Patroni's command line, by which the process is recognized. */
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
        FileTrees.make(path, ClusterFolder.OPEN);
        FileTrees.make(home(), "rwx------");
        runAs.own(home());
    }

    /** Writes the settings, readable by the servers' user only, as they contain a password. */
    void write(String settings, RunAs runAs) throws IOException {
        FileTrees.write(settings(), settings, "rw-------");
        runAs.own(settings());
    }
}
