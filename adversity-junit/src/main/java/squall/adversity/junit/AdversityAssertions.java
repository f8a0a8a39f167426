package squall.adversity.junit;

/** Where assertions of runs begin. */
public final class AdversityAssertions {
    private AdversityAssertions() {}

    public static RunAssert assertThat(AdversityRun run) {
        return new RunAssert(run);
    }
}
