package squall.adversity.junit;

/**
 * The cluster of a test class, which its tests have where they name no other.
 *
 * @param name as {@link AdversityTest#cluster} has it
 * @param ending ends it; called when the class is over
 */
record TestClassCluster(String name, Runnable ending) implements AutoCloseable {
    @Override
    public void close() {
        ending.run();
    }
}
