package squall.results;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** List of a run directory's files with their sizes and SHA-256, so that a reader can verify that none was changed. */
final class RunArtifacts {
    private RunArtifacts() {}

    /** Lists all files but the manifest, which contains this list, by name. */
    static List<Manifest.Artefact> of(Path directory) throws IOException {
        List<Manifest.Artefact> artefacts = new ArrayList<>();
        for (Path file : files(directory)) {
            artefacts.add(new Manifest.Artefact(
                    directory.relativize(file).toString().replace('\\', '/'), sha256(file), Files.size(file)));
        }
        return artefacts;
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith(Manifest.NAME))
                    .filter(file -> !file.getFileName().toString().endsWith(".tmp"))
                    .sorted()
                    .toList();
        }
    }

    static String sha256(Path file) throws IOException {
        MessageDigest digest = sha256();
        byte[] part = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                digest.update(part, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
