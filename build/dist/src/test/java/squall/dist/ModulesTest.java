package squall.dist;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.NullMarked;
import squall.spi.CheckResult;

/** The walls between modules, seen from the only one that sees all of them. */
@AnalyzeClasses(packages = "squall", importOptions = ModulesTest.WithoutTests.class)
class ModulesTest {
    /** The core is built into target/core, which ArchUnit's own option does not know. */
    static final class WithoutTests implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/");
        }
    }

    /** Each finds the others at run time, through a provider in squall.spi. */
    @ArchTest
    static final ArchRule front_ends_and_testbed_do_not_see_each_other = slices().matching("squall.(*)..")
            .that(ModuleOf.oneOf(
                    "adversity",
                    "apps",
                    "benchbase",
                    "clusters",
                    "experiment",
                    "histories",
                    "objectstore",
                    "sysbench",
                    "testbed",
                    "ycsb"))
            .should()
            .notDependOnEachOther();

    @ArchTest
    static final ArchRule only_the_bindings_see_ycsb = noClasses()
            .that()
            .resideOutsideOfPackage("squall.ycsb..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("site.ycsb..");

    @ArchTest
    static final ArchRule only_databases_and_testbed_see_the_driver = noClasses()
            .that()
            .resideOutsideOfPackages("squall.sql..", "squall.testbed..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.postgresql..", "org.mariadb.jdbc..");

    @ArchTest
    static final ArchRule only_clusters_see_kubernetes = noClasses()
            .that()
            .resideOutsideOfPackage("squall.clusters.kubernetes..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.fabric8..");

    @ArchTest
    static final ArchRule only_object_stores_see_the_aws_sdk = noClasses()
            .that()
            .resideOutsideOfPackage("squall.objectstore..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("software.amazon..");

    @ArchTest
    static final ArchRule only_histories_see_edn = noClasses()
            .that()
            .resideOutsideOfPackage("squall.histories..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("us.bpsm..");

    /** So that what was seen to be wrong stays wrong, and what looked at nothing has not passed, in every check there is. */
    @ArchTest
    static final ArchRule only_data_checks_make_verdicts = noClasses()
            .that()
            .resideOutsideOfPackages("squall.check..", "squall.results.merge..")
            .and()
            .doNotHaveFullyQualifiedName("squall.spi.CheckResult") // without figures
            .and()
            .doNotHaveFullyQualifiedName("squall.results.RunSummary") // copies them, with secrets masked
            .and()
            .doNotHaveFullyQualifiedName("squall.results.PostMortemRecord$CheckedProbe") // reads them back
            .should()
            .callConstructor(CheckResult.class, String.class, CheckResult.Verdict.class, String.class)
            .orShould()
            .callConstructor(CheckResult.class, String.class, CheckResult.Verdict.class, String.class, Map.class);

    /** Everything else returns an exit code, so that a test can run it. */
    @ArchTest
    static final ArchRule only_commands_end_the_process = noClasses()
            .that()
            .resideOutsideOfPackage("squall.cli..")
            .and()
            .haveSimpleNameNotEndingWith("Command")
            .should()
            .callMethodWhere(target(nameMatching("exit|halt"))
                    .and(target(owner(assignableTo(System.class).or(assignableTo(Runtime.class))))));

    @ArchTest
    static final ArchRule traces_are_not_printed = noClasses().should().callMethod(Throwable.class, "printStackTrace");

    @ArchTest
    static final ArchRule packages_form_no_cycle =
            slices().matching("squall.(**)").should().beFreeOfCycles();

    /** Without the annotation NullAway is silent about a whole package. */
    @ArchTest
    static final ArchRule every_package_is_checked_for_nulls = classes().should(beInANullMarkedPackage());

    /** STYLE 8: an import line tells which type it is. A nested type is read behind its owner's name. */
    @ArchTest
    static final ArchRule a_top_level_name_occurs_once = classes()
            .that()
            .areTopLevelClasses()
            .and()
            .doNotHaveSimpleName("package-info")
            .should(new OccurOnce());

    private static final class OccurOnce extends ArchCondition<JavaClass> {
        private final Map<String, String> fullNames = new HashMap<>();

        OccurOnce() {
            super("have a simple name that no other top-level type has");
        }

        @Override
        public void check(JavaClass type, ConditionEvents events) {
            String other = fullNames.putIfAbsent(type.getSimpleName(), type.getFullName());
            if (other != null && !other.equals(type.getFullName())) { // the same where the test is run again
                events.add(SimpleConditionEvent.violated(type, type.getFullName() + " has the name of " + other));
            }
        }
    }

    @ArchTest
    static final ArchRule names_say_what_a_type_is = noClasses()
            .should()
            .haveNameMatching(".*(Manager|Helper|Helpers|Util|Utils|Impl)")
            .orShould()
            .haveSimpleNameStartingWith("Abstract");

    private static ArchCondition<JavaClass> beInANullMarkedPackage() {
        return new ArchCondition<>("be in a package that is @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                    events.add(SimpleConditionEvent.violated(
                            type, type.getName() + ": write a package-info.java with @NullMarked"));
                }
            }
        };
    }
}
