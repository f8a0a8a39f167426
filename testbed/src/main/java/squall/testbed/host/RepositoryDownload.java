package squall.testbed.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import squall.system.FileTrees;
import squall.system.InputFile;
import squall.system.SecretMasking;

/**
 * Download of files from Maven repositories, without Maven; files are used only if their checksums match.
 *
 * <p>A file comes from the folder {@code repository} of this installation (the offline archive has one), else from Maven's local
 * repository, else from the first of these that is given: {@code SQUALL_REPOSITORY}, the mirror of Maven Central in
 * {@code ~/.m2/settings.xml}, Maven Central itself.
 */
public final class RepositoryDownload {
    /** Name of the environment variable with another repository. */
    public static final String VARIABLE = "SQUALL_REPOSITORY";

    private static final String CENTRAL = "https://repo.maven.apache.org/maven2";
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(20);
    private static final Duration FILE_LIMIT = Duration.ofMinutes(10);
    private static final int NOT_FOUND = 404;
    private static final int OK = 200;

    private final List<Path> local;
    private final Remote remote;

    /** @param login for Basic authentication; empty if the repository requires none */
    private record Remote(String url, String login) {}

    /**
     * Artifact: a file of a repository.
     *
     * @param path below the root of the repository
     * @param sha256 as this version of Squall knows it; empty: the repository's own checksum is used, which detects damage but no forgery
     */
    public record Artifact(String path, String sha256) {
        /** Returns the jar of {@code group:artifact:version}, of a version that Squall does not know. */
        public static Artifact jar(String coordinates) {
            String[] parts = coordinates.split(":", -1);
            return new Artifact("%s/%s/%s/%2$s-%3$s.jar".formatted(parts[0].replace('.', '/'), parts[1], parts[2]), "");
        }

        /** Parses the lines of {@code sha256sum}. */
        public static List<Artifact> all(InputStream checksums) throws IOException {
            return new String(checksums.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .map(line -> line.split("\\s+", 2))
                    .map(line -> new Artifact(line[1], line[0]))
                    .toList();
        }

        private String name() {
            return path.substring(path.lastIndexOf('/') + 1);
        }

        /** Returns whether a file is this artifact; of a version that Squall does not know, every file of this name is. */
        private boolean is(Path file) throws IOException {
            return Files.isRegularFile(file) && (sha256.isEmpty() || sha256.equals(digest(file, "SHA-256")));
        }
    }

    private RepositoryDownload(List<Path> local, Remote remote) {
        this.local = List.copyOf(local);
        this.remote = remote;
    }

    /** Creates a download with the settings of this process and its user. @throws IOException if Maven's settings cannot be read */
    public static RepositoryDownload here() throws IOException {
        return of(
                System.getenv(),
                Path.of(System.getProperty("user.home")),
                Optional.ofNullable(System.getProperty("squall.home")).map(Path::of));
    }

    /** @param installation Squall's own folder */
    static RepositoryDownload of(Map<String, String> environment, Path userHome, Optional<Path> installation)
            throws IOException {
        Path maven = userHome.resolve(".m2");
        Settings settings = Settings.read(maven.resolve("settings.xml"), environment);
        List<Path> local = Stream.concat(
                        installation.map(home -> home.resolve("repository")).stream(),
                        Stream.of(settings.localRepository().map(Path::of).orElse(maven.resolve("repository"))))
                .toList();
        String named = environment.getOrDefault(VARIABLE, "").strip();
        return new RepositoryDownload(local, named.isEmpty() ? settings.central() : named(named));
    }

    private static Remote named(String url) throws IOException {
        if (!url.matches("https?://\\S+")) {
            throw new IOException(VARIABLE + " must be the http or https address of a Maven repository, not '"
                    + SecretMasking.mask(url) + "'");
        }
        URI address = URI.create(url);
        String login = address.getUserInfo();
        return login == null ? new Remote(url, "") : new Remote(url.replaceFirst("//[^/@]*@", "//"), login);
    }

    /**
     * Copies the files into a folder, without subfolders.
     *
     * @param what for messages, with its version
     * @throws IllegalArgumentException if the repository does not have a version that Squall does not know
     * @throws IOException with the remedy, if a file cannot be fetched, or its checksum does not match
     */
    public void into(Path folder, String what, List<Artifact> artifacts) throws IOException, InterruptedException {
        FileTrees.make(folder, "rwxr-xr-x");
        List<Artifact> absent = new ArrayList<>();
        for (Artifact artifact : artifacts) {
            Optional<Path> here = present(artifact);
            if (here.isPresent()) {
                Files.copy(here.get(), folder.resolve(artifact.name()));
            } else {
                absent.add(artifact);
            }
        }
        if (absent.isEmpty()) {
            return;
        }
        HttpClient.Redirect redirect =
                remote.login().isEmpty() ? HttpClient.Redirect.NORMAL : HttpClient.Redirect.NEVER;
        try (HttpClient client = HttpClient.newBuilder()
                .connectTimeout(CONNECT_LIMIT)
                .followRedirects(redirect)
                .build()) {
            for (Artifact artifact : absent) {
                fetch(client, artifact, folder.resolve(artifact.name()), what);
            }
        }
    }

    /**
     * Creates or completes a repository of these files, such as the offline archive has. Undamaged files in it are kept.
     *
     * @throws IOException as {@link #into}
     */
    public void mirror(Path repository, List<Artifact> artifacts) throws IOException, InterruptedException {
        for (Artifact artifact : artifacts) {
            Path file = repository.resolve(artifact.path());
            if (!artifact.is(file)) {
                Files.deleteIfExists(file);
                into(Objects.requireNonNull(file.getParent()), artifact.name(), List.of(artifact));
            }
        }
    }

    /** Finds an undamaged local file; a damaged one is skipped, and downloaded. */
    private Optional<Path> present(Artifact artifact) throws IOException {
        for (Path repository : local) {
            Path file = repository.resolve(artifact.path());
            if (artifact.is(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    private void fetch(HttpClient client, Artifact artifact, Path file, String what)
            throws IOException, InterruptedException {
        String url = remote.url().replaceFirst("/+$", "") + "/" + artifact.path();
        HttpResponse<Path> answer = send(client, url, HttpResponse.BodyHandlers.ofFile(file), what);
        if (answer.statusCode() == NOT_FOUND && artifact.sha256().isEmpty()) {
            throw new IllegalArgumentException(what + " is not published on " + SecretMasking.mask(remote.url())
                    + ", or not for this platform; choose another version");
        }
        requireOk(answer, url, what);
        boolean known = !artifact.sha256().isEmpty();
        String algorithm = known ? "SHA-256" : "SHA-1";
        String wanted = known ? artifact.sha256() : published(client, url + ".sha1", what);
        String found = digest(file, algorithm);
        if (!found.equals(wanted)) {
            Files.delete(file);
            throw new IOException(what + ": " + url + " is not the file that it should be: its " + algorithm + " is "
                    + found + ", but must be " + wanted + "; nothing of it was used");
        }
    }

    private String published(HttpClient client, String url, String what) throws IOException, InterruptedException {
        HttpResponse<String> answer = send(client, url, HttpResponse.BodyHandlers.ofString(), what);
        requireOk(answer, url, what);
        return answer.body().strip().replaceFirst("\\s.*", "").toLowerCase(Locale.ROOT);
    }

    private <T> HttpResponse<T> send(HttpClient client, String url, HttpResponse.BodyHandler<T> body, String what)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(FILE_LIMIT);
        if (!remote.login().isEmpty()) {
            byte[] login = remote.login().getBytes(StandardCharsets.UTF_8);
            request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(login));
        }
        try {
            return client.send(request.build(), body);
        } catch (IOException e) {
            throw new IOException(undone(what, url, e.toString()), e);
        }
    }

    private static void requireOk(HttpResponse<?> answer, String url, String what) throws IOException {
        if (answer.statusCode() != OK) {
            throw new IOException(undone(what, url, "HTTP status " + answer.statusCode()));
        }
    }

    private static String undone(String what, String url, String why) {
        return what + " must be downloaded once, but " + url + " could not be fetched: " + why
                + ". Check the network, name another Maven repository with " + VARIABLE
                + " or a mirror in ~/.m2/settings.xml, or use the offline archive of this release";
    }

    private static String digest(Path file, String algorithm) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            byte[] buffer = new byte[1 << 16];
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                digest.update(buffer, 0, length);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has " + algorithm, e);
        }
    }

    /** Maven's settings for Maven Central. */
    private record Settings(Optional<String> localRepository, Remote central) {
        private static final Pattern VALUE = Pattern.compile("\\$\\{env\\.([^}]+)}");
        private static final Settings NONE = new Settings(Optional.empty(), new Remote(CENTRAL, ""));

        static Settings read(Path file, Map<String, String> environment) throws IOException {
            if (!Files.exists(file)) {
                return NONE;
            }
            try {
                return of(file, InputFile.text(file), environment);
            } catch (XMLStreamException e) {
                throw new IOException(file + " cannot be read as Maven's settings: " + e.getMessage(), e);
            }
        }

        private static Settings of(Path file, String text, Map<String, String> environment)
                throws IOException, XMLStreamException {
            XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
            factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
            XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(text));
            Deque<String> path = new ArrayDeque<>();
            Map<String, String> values = new HashMap<>(); // of the mirror or server that is being read, and settings/…
            Map<String, String> logins = new HashMap<>();
            Map<String, String> mirror = Map.of();
            StringBuilder content = new StringBuilder();
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamConstants.START_ELEMENT -> {
                        path.addLast(reader.getLocalName());
                        content.setLength(0);
                    }
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> content.append(reader.getText());
                    case XMLStreamConstants.END_ELEMENT -> {
                        String ended = String.join("/", path);
                        values.put(ended, filled(content.toString().strip(), environment));
                        if (ended.equals("settings/mirrors/mirror")) {
                            if (mirror.isEmpty() && mirrorsCentral(values.getOrDefault(ended + "/mirrorOf", ""))) {
                                mirror = Map.of(
                                        "id", values.getOrDefault(ended + "/id", ""),
                                        "url", values.getOrDefault(ended + "/url", CENTRAL));
                            }
                            values.keySet().removeIf(key -> key.startsWith(ended));
                        } else if (ended.equals("settings/servers/server")) {
                            logins.put(
                                    values.getOrDefault(ended + "/id", ""),
                                    values.getOrDefault(ended + "/username", "") + ":"
                                            + values.getOrDefault(ended + "/password", ""));
                            values.keySet().removeIf(key -> key.startsWith(ended));
                        }
                        content.setLength(0);
                        path.removeLast();
                    }
                    default -> {} // comments and the like
                }
            }
            String login = logins.getOrDefault(mirror.getOrDefault("id", ""), "");
            if (login.matches("[^:]*:\\{.*}")) {
                throw new IOException(file + ": the password of the mirror " + mirror.get("id")
                        + " is encrypted, which only Maven itself can read; name the repository with " + VARIABLE);
            }
            return new Settings(
                    Optional.ofNullable(values.get("settings/localRepository"))
                            .filter(folder -> !folder.isEmpty())
                            .map(folder -> folder.replace("${user.home}", System.getProperty("user.home"))),
                    new Remote(mirror.getOrDefault("url", CENTRAL), login));
        }

        private static String filled(String text, Map<String, String> environment) {
            return VALUE.matcher(text)
                    .replaceAll(
                            found -> Matcher.quoteReplacement(environment.getOrDefault(found.group(1), found.group())));
        }

        /** Returns whether a mirror applies to the repository {@code central}, by Maven's rules. */
        private static boolean mirrorsCentral(String mirrorOf) {
            List<String> words =
                    Stream.of(mirrorOf.split(",", -1)).map(String::strip).toList();
            return !words.contains("!central")
                    && (words.contains("*") || words.contains("external:*") || words.contains("central"));
        }
    }
}
