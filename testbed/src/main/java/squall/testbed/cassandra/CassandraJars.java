package squall.testbed.cassandra;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Stream;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.testbed.cassandra.layout.CassandraVersion;
import squall.testbed.host.MavenDownload;
import squall.testbed.host.MinorVersions;
import squall.testbed.host.RepositoryDownload;
import squall.testbed.host.RepositoryDownload.Artifact;
import squall.testbed.host.UnpackedFolders;

/**
 * Installation of Cassandra's jars in a separate folder, downloaded once: they contain other versions of many of Squall's libraries, and
 * must never be on the same class path.
 *
 * @param folder whose {@code lib} contains the jars
 */
public record CassandraJars(Path folder, String version) {
    /** Returns the versions that nodes can run. */
    static MinorVersions versions() throws IOException {
        Properties packed = packed();
        return new MinorVersions(
                "Apache Cassandra", CassandraVersion.FORM, packed.getProperty("version"), packed.getProperty("next"));
    }

    /** Returns the version that nodes run unless another one is requested. */
    public static CassandraVersion pinned() throws IOException {
        return new CassandraVersion(versions().pinned());
    }

    /** Downloads the jars unless an earlier command has done so. @param say receives a line, as this takes a while */
    static CassandraJars in(StateFolder state, String version, Consumer<String> say)
            throws IOException, InterruptedException {
        String byteman = packed().getProperty("byteman");
        String what = "Apache Cassandra " + version;
        UnpackedFolders.FolderFilling fetch =
                known(what, version).orElseGet(() -> throughMaven(what, version, byteman));
        Path folder = new UnpackedFolders(StateFolder.at(state.binaries()).path())
                .filled("cassandra-" + version + "-byteman-" + byteman, aside -> {
                    say.accept("fetching " + what + " (once; about 70 MB)");
                    fetch.into(aside);
                });
        return new CassandraJars(folder, version);
    }

    /**
     * Returns the download of a version that Squall was tested with: all jars and their checksums are known, so Maven is not needed.
     */
    private static Optional<UnpackedFolders.FolderFilling> known(String what, String version) throws IOException {
        List<Artifact> jars = jars(version);
        return jars.isEmpty()
                ? Optional.empty()
                : Optional.of(aside -> RepositoryDownload.here().into(aside.resolve("lib"), what, jars));
    }

    /** Lists all jars of the tested versions. */
    public static List<Artifact> downloads() throws IOException {
        MinorVersions versions = versions();
        return Stream.concat(jars(versions.pinned()).stream(), jars(versions.next()).stream())
                .distinct()
                .toList();
    }

    /** Lists the jars of a version; empty if Squall was not tested with it. */
    private static List<Artifact> jars(String version) throws IOException {
        try (InputStream checksums = CassandraJars.class.getResourceAsStream(version + ".sha256")) {
            return checksums == null ? List.of() : Artifact.all(checksums);
        }
    }

    private static UnpackedFolders.FolderFilling throughMaven(String what, String version, String byteman) {
        return new MavenDownload(
                what,
                List.of("org.apache.cassandra:cassandra-all:" + version, "org.jboss.byteman:byteman:" + byteman),
                System.getenv())::into;
    }

    /** Reads the versions, written by the build. */
    private static Properties packed() throws IOException {
        var packed = new Properties();
        try (var file = resource("cassandra.properties")) {
            packed.load(file);
        }
        return packed;
    }

    private static InputStream resource(String name) throws IOException {
        InputStream stream = CassandraJars.class.getResourceAsStream(name);
        if (stream == null) {
            throw new IOException(
                    "the class path has no squall/testbed/cassandra/" + name + ": rebuild or reinstall Squall");
        }
        return stream;
    }

    /** Returns the class path of a node, without its own configuration. */
    String classPath() {
        return folder.resolve("lib") + "/*";
    }

    /** Returns the agent that measures objects in memory for Cassandra; upstream's scripts start every node with it. */
    Path sizes() throws IOException {
        return jar("jamm-");
    }

    /** Returns the agent that changes the code of a running node by rules. */
    Path byteman() throws IOException {
        return jar("byteman-");
    }

    private Path jar(String name) throws IOException {
        return FileTrees.entries(folder.resolve("lib")).stream()
                .filter(jar -> jar.getFileName().toString().startsWith(name))
                .findFirst()
                .orElseThrow(() -> new IOException(
                        folder + " has no jar " + name + "*; delete that folder, and it is downloaded again"));
    }
}
