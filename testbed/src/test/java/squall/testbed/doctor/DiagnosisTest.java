package squall.testbed.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import squall.cli.Screen;
import squall.testbed.doctor.Answer.Missing;
import squall.testbed.doctor.Answer.Ok;

class DiagnosisTest {
    private static final Screen PLAIN = new Screen(false, false, true, 80);
    private static final Check JDK = Check.basic("JDK", "everything", "apt-get install it", () -> new Ok("25 in /jdk"));
    private static final Check NFT = Check.special(
            "nft", "cuts that end by themselves", "apt-get install nftables", () -> new Missing("there is none"));
    private static final Check BROKEN = Check.special("tbf", "bandwidth", "another kernel", () -> {
        throw new IOException("\nRTNETLINK answers: Operation not permitted.\nWe have an error talking to the kernel");
    });
    private static final Check NO_DISK =
            Check.basic("disk", "data", "a larger one", () -> new Missing("/tmp has 0.1 GiB free"));

    @Test
    void what_is_missing_comes_with_its_purpose_and_its_remedy() throws Exception {
        assertThat(Diagnosis.of(List.of(new Section("Basics", List.of(JDK)), new Section("Faults", List.of(NFT))))
                        .lines(PLAIN))
                .containsExactly(
                        "Basics",
                        "  ok       JDK                 25 in /jdk. For everything.",
                        "",
                        "Faults",
                        "  missing  nft                 there is none. For cuts that end by themselves.",
                        "                               Get it: apt-get install nftables",
                        "",
                        "1 ok, 1 missing; nothing basic is missing");
    }

    @Test
    void a_look_that_fails_says_why_in_one_line() throws Exception {
        assertThat(BROKEN.finding().answer()).isEqualTo(new Missing("RTNETLINK answers: Operation not permitted"));
    }

    @Test
    void only_what_is_basic_makes_a_machine_unfit() throws Exception {
        assertThat(Diagnosis.of(List.of(new Section("", List.of(NFT, BROKEN)))).healthy())
                .isTrue();
        assertThat(Diagnosis.of(List.of(new Section("", List.of(JDK, NO_DISK)))).healthy())
                .isFalse();
    }

    @Test
    void as_json_every_check_tells_all_it_knows() throws Exception {
        JsonNode document = new ObjectMapper()
                .readTree(Diagnosis.of(List.of(new Section("Faults", List.of(NFT))))
                        .json());

        assertThat(document).isEqualTo(new ObjectMapper().readTree("""
                        {"schema_version": 1, "healthy": true, "checks": [
                         {"section": "Faults", "name": "nft", "state": "missing", "need": "special",
                          "found": "there is none", "purpose": "cuts that end by themselves",
                          "remedy": "apt-get install nftables"}]}
                        """));
    }
}
