package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of Squall's modules as other projects see them: their names, their versions, and the template that uses them. */
class PublishedModulesTest {
    private static final Path ROOT = Path.of(System.getProperty("squall.root")).normalize();
    private static final Path TEMPLATE = ROOT.resolve("docs/examples/template");
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(squall-[^<]+)</artifactId>");

    @Test
    void the_bom_has_every_module_that_others_may_depend_on() throws IOException {
        Set<String> published = MODULE.matcher(read("pom.xml"))
                .results()
                .map(found -> found.group(1) + "/pom.xml")
                .map(PublishedModulesTest::read)
                .filter(pom -> pom.contains("<squall.module>"))
                .map(pom -> artifacts(pom)
                        .filter(name -> !name.equals("squall-parent"))
                        .findFirst())
                .flatMap(Optional::stream)
                .filter(name -> !name.equals("squall-dist"))
                .collect(Collectors.toSet());

        assertThat(artifacts(read("build/bom/pom.xml")).filter(name -> !name.equals("squall-bom")))
                .containsExactlyInAnyOrderElementsOf(published);
    }

    @Test
    void bom_and_template_have_the_version_of_the_rest() {
        String version = first("<version>([^<]+)</version>", read("pom.xml"));

        assertThat(first("<version>([^<]+)</version>", read("build/bom/pom.xml")))
                .isEqualTo(version);
        assertThat(first("<squall.version>([^<]+)<", read("docs/examples/template/pom.xml")))
                .isEqualTo(version);
    }

    @Test
    void every_jar_has_a_module_name_and_no_package_of_another() throws IOException {
        List<ModuleDescriptor> modules;
        try (Stream<Path> jars = Files.list(Installation.assembled().resolve("lib"))) {
            Path[] ours = jars.filter(jar -> jar.getFileName().toString().startsWith("squall"))
                    .toArray(Path[]::new);
            modules = ModuleFinder.of(ours).findAll().stream()
                    .map(ModuleReference::descriptor)
                    .toList();
            assertThat(modules).hasSameSizeAs(ours);
        }
        assertThat(modules)
                .extracting(ModuleDescriptor::name)
                .contains("squall.core", "squall.dist")
                .allSatisfy(name -> assertThat(name).startsWith("squall.").isNotEqualTo("squall.unpublished"));
        assertThat(modules.stream().flatMap(module -> module.packages().stream()))
                .doesNotHaveDuplicates();
    }

    /** Compiles the template, which nothing else here builds, as it has no parent. */
    @Test
    void the_template_compiles(@TempDir Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, Locale.ROOT, null);
                Stream<Path> sources = Files.walk(TEMPLATE)) {
            boolean compiled = compiler.getTask(
                            messages,
                            files,
                            null,
                            List.of("-d", classes.toString(), "--release", "21", "-Xlint:all,-processing", "-Werror"),
                            null,
                            files.getJavaFileObjectsFromPaths(
                                    sources.filter(source -> source.toString().endsWith(".java"))
                                            .toList()))
                    .call();
            assertThat(compiled).as(messages.toString()).isTrue();
        }
    }

    private static Stream<String> artifacts(String pom) {
        return ARTIFACT.matcher(pom).results().map(found -> found.group(1));
    }

    private static String first(String pattern, String text) {
        Matcher found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(pattern).isTrue();
        return found.group(1);
    }

    private static String read(String file) {
        try {
            return Files.readString(ROOT.resolve(file));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
