package suite;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.apps.cli.SampleAppsCommand;

/** Suite of applications over SQL, ten seconds each: every acknowledged write is there at the end. */
@Tag("suite-sample-apps")
class SampleAppsSuiteTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SqlInserts",
                "SqlSecondaryIndex",
                "SqlUniqueSecondaryIndex",
                "SqlSnapshotTxns",
                "SqlEventCounter",
                "SqlHotCounter",
                "SqlWarehouseStock",
                "SqlMessageQueue",
                "SqlBankTransfers",
                "SqlListAppend",
                "SqlRegisters",
                "SqlForeignKeysAndJoins"
            })
    void an_application_keeps_its_data(String workload) {
        List<String> words = new ArrayList<>(List.of("--workload", workload, "--run_time", "10"));
        Suite.url().ifPresent(url -> words.addAll(List.of("--url", url)));
        Suite.succeeds(SampleAppsCommand::execute, words);
    }
}
