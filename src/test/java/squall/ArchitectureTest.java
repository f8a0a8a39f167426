package squall;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;

/** The walls inside the core. */
@AnalyzeClasses(packages = "squall", importOptions = ArchitectureRules.WithoutTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchTests rules = ArchTests.in(ArchitectureRules.class);

    /** A module that implements a {@code Load} has neither a server nor a client of HTTP on its class path. */
    @ArchTest
    static final ArchRule the_core_does_not_speak_http = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.sun.net.httpserver..", "java.net.http..");
}
