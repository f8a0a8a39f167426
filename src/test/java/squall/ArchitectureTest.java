package squall;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.File;
import java.nio.file.Files;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;

/** The walls inside the core: who may see whom, who may own threads, clock, terminal and process. */
@AnalyzeClasses(packages = "squall", importOptions = ArchitectureTest.WithoutTests.class)
class ArchitectureTest {
    /** The core is built into target/core, which ArchUnit's own option does not know. */
    static final class WithoutTests implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/");
        }
    }

    private static final String[] PURE = {
        "squall.measure..",
        "squall.check..",
        "squall.scenario..",
        "squall.verdict..",
        "squall.table..",
        "squall.report.."
    };

    @ArchTest
    static final ArchRule arrows_between_packages = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .withOptionalLayers(true)
            .layer("cli")
            .definedBy("squall.cli..")
            .layer("report")
            .definedBy("squall.report..")
            .layer("results")
            .definedBy("squall.results..")
            .layer("verdict")
            .definedBy("squall.verdict..")
            .layer("engine")
            .definedBy("squall.engine..")
            .layer("scenario")
            .definedBy("squall.scenario..")
            .layer("measure")
            .definedBy("squall.measure..")
            .layer("check")
            .definedBy("squall.check..")
            .layer("table")
            .definedBy("squall.table..")
            .layer("system")
            .definedBy("squall.system..")
            .whereLayer("cli")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("report")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("results")
            .mayOnlyBeAccessedByLayers("report", "cli")
            .whereLayer("verdict")
            .mayOnlyBeAccessedByLayers("results", "report", "cli")
            .whereLayer("engine")
            .mayOnlyBeAccessedByLayers("verdict", "results", "report", "cli")
            .whereLayer("scenario")
            .mayOnlyBeAccessedByLayers("engine", "verdict", "results", "report", "cli")
            .whereLayer("table")
            .mayOnlyBeAccessedByLayers("results", "report", "cli")
            .whereLayer("system")
            .mayNotAccessAnyLayer();

    @ArchTest
    static final ArchRule packages_form_no_cycle =
            slices().matching("squall.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule the_spi_stands_on_nothing = noClasses()
            .that()
            .resideInAPackage("squall.spi..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("squall..").and(not(resideInAnyPackage("squall.spi.."))));

    @ArchTest
    static final ArchRule only_the_engine_reads_the_clock = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethodWhere(target(nameMatching("now")).and(target(owner(resideInAnyPackage("java.time")))))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule pure_packages_touch_neither_files_nor_sockets_nor_chance = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .dependOnClassesThat(resideInAnyPackage("java.net..", "java.nio.channels..")
                    .or(assignableTo(Files.class))
                    .or(assignableTo(File.class)))
            .orShould()
            .callConstructor(Random.class)
            .orShould()
            .callMethod(ThreadLocalRandom.class, "current")
            .orShould()
            .callMethod(Math.class, "random")
            .allowEmptyShould(true);

    /** But for the hook that cli leaves with the JVM for signals. */
    @ArchTest
    static final ArchRule only_the_engine_owns_threads = noClasses()
            .that()
            .resideOutsideOfPackages("squall.engine..", "squall.cli..")
            .should()
            .callConstructorWhere(target(owner(assignableTo(Thread.class))))
            .orShould()
            .callMethodWhere(target(nameMatching("of.+|start.*")).and(target(owner(assignableTo(Thread.class)))))
            .orShould()
            .dependOnClassesThat(assignableTo(ExecutorService.class).or(assignableTo(Executors.class)));

    /** But for the main class of a command, which does nothing else. */
    @ArchTest
    static final ArchRule only_cli_ends_the_process = noClasses()
            .that()
            .resideOutsideOfPackage("squall.cli..")
            .and()
            .haveSimpleNameNotEndingWith("Command")
            .should()
            .callMethodWhere(target(nameMatching("exit|halt"))
                    .and(target(owner(assignableTo(System.class).or(assignableTo(Runtime.class))))));

    @ArchTest
    static final ArchRule only_cli_and_system_print = noClasses()
            .that()
            .resideOutsideOfPackages("squall.cli..", "squall.system..")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(Throwable.class, "printStackTrace");

    @ArchTest
    static final ArchRule there_is_no_static_mutable_state = fields().that()
            .areStatic()
            .and()
            .areNotFinal()
            .should()
            .notBeDeclaredIn("squall..")
            .allowEmptyShould(true);
}
