package squall.testbed.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import squall.system.OutputScreen;
import squall.testbed.doctor.MachineCheck.CheckAnswer.Missing;
import squall.testbed.doctor.MachineCheck.CheckAnswer.Ok;
import squall.testbed.doctor.MachineCheck.CheckSection;

class MachineDiagnosisTest {
    private static final OutputScreen PLAIN = new OutputScreen(false, false, true, 80);
    private static final MachineCheck JDK =
            MachineCheck.basic("JDK", "everything", "apt-get install it", () -> new Ok("25 in /jdk"));
    private static final MachineCheck NFT = MachineCheck.special(
            "nft", "cuts that end by themselves", "apt-get install nftables", () -> new Missing("there is none"));
    private static final MachineCheck BROKEN = MachineCheck.special("tbf", "bandwidth", "another kernel", () -> {
        throw new IOException("\nRTNETLINK answers: Operation not permitted.\nWe have an error talking to the kernel");
    });
    private static final MachineCheck NO_DISK =
            MachineCheck.basic("disk", "data", "a larger one", () -> new Missing("/tmp has 0.1 GiB free"));

    @Test
    void what_is_missing_comes_with_its_purpose_and_its_remedy() throws Exception {
        assertThat(MachineDiagnosis.of(List.of(
                                new CheckSection("Basics", List.of(JDK)), new CheckSection("Faults", List.of(NFT))))
                        .lines(PLAIN))
                .containsExactly(
                        "Basics",
                        "  ok       JDK  25 in /jdk. For everything.",
                        "",
                        "Faults",
                        "  missing  nft  there is none. For cuts that end by themselves. Get it: apt-get",
                        "                install nftables",
                        "",
                        "1 ok, 1 missing; all basic requirements are met");
    }

    @Test
    void a_look_that_fails_says_why_in_one_line() throws Exception {
        assertThat(BROKEN.finding().answer()).isEqualTo(new Missing("RTNETLINK answers: Operation not permitted"));
    }

    @Test
    void only_what_is_basic_makes_a_machine_unfit() throws Exception {
        assertThat(MachineDiagnosis.of(List.of(new CheckSection("", List.of(NFT, BROKEN))))
                        .healthy())
                .isTrue();
        assertThat(MachineDiagnosis.of(List.of(new CheckSection("", List.of(JDK, NO_DISK))))
                        .healthy())
                .isFalse();
    }

    @Test
    void as_json_every_check_tells_all_it_knows() throws Exception {
        JsonNode document = new ObjectMapper()
                .readTree(MachineDiagnosis.of(List.of(new CheckSection("Faults", List.of(NFT))))
                        .json());

        assertThat(document).isEqualTo(new ObjectMapper().readTree("""
                        {"schema_version": 1, "healthy": true, "checks": [
                         {"section": "Faults", "name": "nft", "state": "missing", "need": "special",
                          "found": "there is none", "purpose": "cuts that end by themselves",
                          "remedy": "apt-get install nftables"}]}
                        """));
    }
}
