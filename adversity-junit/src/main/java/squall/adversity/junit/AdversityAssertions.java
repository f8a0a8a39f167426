package squall.adversity.junit;

import java.util.List;

/** Entry point of assertions about runs. */
public final class AdversityAssertions {
    private AdversityAssertions() {}

    public static RunAssert assertThat(AdversityRun run) {
        return new RunAssert(run);
    }

    /** @param runs of one scenario, which are judged together */
    public static GateAssert assertThat(List<AdversityRun> runs) {
        return new GateAssert(runs);
    }
}
