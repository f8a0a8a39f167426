package squall.sql;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** The dialect that docs/extending.md shows, compiled and put into a jar as the page says. */
record DialectJar(Path jar) {
    private static final Pattern SHOWN = Pattern.compile("```java\n(package example;[^`]*class AcmeDialect [^`]*)```");

    /** Tests run in the module's folder. */
    static DialectJar in(Path folder) throws IOException {
        Matcher shown = SHOWN.matcher(Files.readString(Path.of("..", "docs", "extending.md")));
        if (!shown.find()) {
            throw new AssertionError("docs/extending.md shows no AcmeDialect");
        }
        Path source = Files.createDirectories(folder.resolve("example")).resolve("AcmeDialect.java");
        Files.writeString(source, shown.group(1));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> words = List.of(
                "-proc:none", "-cp", System.getProperty("java.class.path"), "-d", folder.toString(), source.toString());
        if (compiler.run(null, System.err, System.err, words.toArray(String[]::new)) != 0) {
            throw new AssertionError("the dialect of docs/extending.md does not compile");
        }
        Path jar = folder.resolve("acme-dialect.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            add(
                    out,
                    "META-INF/services/squall.sql.SqlDialect",
                    "example.AcmeDialect\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            add(out, "example/AcmeDialect.class", Files.readAllBytes(folder.resolve("example/AcmeDialect.class")));
        }
        return new DialectJar(jar);
    }

    URL url() throws MalformedURLException {
        return jar.toUri().toURL();
    }

    private static void add(JarOutputStream jar, String name, byte[] bytes) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        jar.write(bytes);
        jar.closeEntry();
    }
}
