package squall.report;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import squall.ArchitectureRules;

/** The walls inside this module, and between it and the core. */
@AnalyzeClasses(packages = "squall", importOptions = ArchitectureRules.WithoutTests.class)
class ReportArchitectureTest {
    @ArchTest
    static final ArchTests rules = ArchTests.in(ArchitectureRules.class);
}
