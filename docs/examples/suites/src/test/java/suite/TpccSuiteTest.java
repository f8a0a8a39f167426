package suite;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.benchbase.cli.BenchbaseCommand;

/** Suite of TPC-C with the sample configuration: tables created and filled, one run, and the consistency conditions at its end. */
@Tag("suite-tpcc")
class TpccSuiteTest {
    @Test
    void tables_are_made_and_filled_and_stay_consistent_under_load() {
        List<String> words = new ArrayList<>(
                List.of("-b", "tpcc", "-c", "benchbase-configs/postgres/sample_tpcc_config.xml", "--engine", "squall"));
        words.addAll(List.of("--create=true", "--load=true", "--execute=true"));
        Suite.url().ifPresent(url -> words.addAll(List.of("--url", url)));
        Suite.succeeds(BenchbaseCommand::execute, words);
    }
}
