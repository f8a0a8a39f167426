package squall.dist;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import squall.testbed.cassandra.CassandraJars;
import squall.testbed.host.RepositoryDownload;
import squall.testbed.host.RepositoryDownload.Artifact;
import squall.testbed.postgres.PostgresBinaries;

/** Program of the release build that creates the folder {@code repository} of the offline archive. */
public final class OfflineRepository {
    private OfflineRepository() {}

    /** @param args the folder */
    public static void main(String[] args) throws IOException, InterruptedException {
        RepositoryDownload.here().mirror(Path.of(args[0]), downloads());
    }

    /** Returns every file that commands download by themselves, and whose checksum this version knows. */
    static List<Artifact> downloads() throws IOException {
        List<Artifact> all = new ArrayList<>(PostgresBinaries.downloads());
        all.addAll(CassandraJars.downloads());
        return all;
    }
}
