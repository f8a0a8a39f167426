package squall.apps.paper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PublishedRowTest {
    @Test
    void three_published_rows_cannot_be() {
        assertThat(PublishedRow.all())
                .filteredOn(row ->
                        row.rate().filter(rate -> !rate.possible(row.threads())).isPresent())
                .extracting(row -> row.experiment().name(row.api()))
                .containsExactly("wp-pure-queries-sql", "wp-index-reads-ycql", "wp-distributed-txn-ycql");
    }
}
