package squall.ycsb.binding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.Status;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

class DbAccessTest {
    @ParameterizedTest
    @ValueSource(strings = {"ERROR", "SERVICE_UNAVAILABLE", "TIMEOUT", "anything"})
    void the_outcome_of_a_write_that_failed_is_unknown(String name) {
        Status status = new Status(name, "said so");
        assertThat(DbAccess.WRITE.outcome(status)).isEqualTo(new Outcome.Unknown(other(name), "said so"));
        assertThat(DbAccess.READ.outcome(status)).isEqualTo(new Outcome.Refused(other(name), "said so"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"NOT_IMPLEMENTED", "BAD_REQUEST", "FORBIDDEN", "UNEXPECTED_STATE", "NOT_FOUND"})
    void a_status_that_says_that_nothing_was_written_is_believed(String name) {
        assertThat(DbAccess.WRITE.outcome(new Status(name, "no"))).isEqualTo(new Outcome.Refused(other(name), "no"));
    }

    @Test
    void a_row_that_is_not_there_is_an_answer_to_a_read() {
        assertThat(DbAccess.READ.outcome(Status.NOT_FOUND)).isEqualTo(Outcome.NOT_FOUND);
    }

    @ParameterizedTest
    @EnumSource(DbAccess.class)
    void what_squalls_own_binding_knows_stays_exact(DbAccess access) {
        Outcome lost = new Outcome.Unknown(new ErrorCode(ErrorKind.CONNECTION, "08006"), "closed in commit");
        Outcome duplicate = new Outcome.Refused(new ErrorCode(ErrorKind.CONSTRAINT, "23505"), "is there");
        assertThat(access.outcome(OutcomeStatus.of(lost))).isEqualTo(lost);
        assertThat(access.outcome(OutcomeStatus.of(duplicate))).isEqualTo(duplicate);
        assertThat(access.outcome(Status.BATCHED_OK)).isEqualTo(Outcome.OK);
    }

    private static ErrorCode other(String name) {
        return new ErrorCode(ErrorKind.OTHER, name);
    }
}
