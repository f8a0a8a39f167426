package squall.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PropertyCatalogTest {
    @Test
    void every_default_that_is_shown_can_be_typed() {
        assertThat(PropertyCatalog.all())
                .filteredOn(property -> !property.shownFallback().isEmpty())
                .isNotEmpty()
                .allSatisfy(property -> assertThat(property.format().reader().apply(property.shownFallback()))
                        .as(property.name())
                        .hasValueSatisfying(value -> assertThat((Object) value).isEqualTo(property.fallback())));
    }

    @Test
    void a_value_that_is_found_elsewhere_shows_no_default() {
        assertThat(PropertyCatalog.all())
                .filteredOn(property -> !property.hasDefault())
                .allMatch(property -> property.shownFallback().isEmpty())
                .extracting(PropertyDefinition::name)
                .containsExactly(
                        "cassandra.coreconnections",
                        "cassandra.maxconnections",
                        "cassandra.password",
                        "db.passwd",
                        "insertcount",
                        "squall.insertstart",
                        "squall.seed",
                        "squall.testbed");
    }
}
