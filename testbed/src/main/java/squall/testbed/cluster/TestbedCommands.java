package squall.testbed.cluster;

import squall.spi.Options;

/**
 * Shell commands that control one cluster of the testbed.
 *
 * @param cluster its kind, and its name if it has another than its kind
 */
public record TestbedCommands(String cluster) {
    /** Returns the commands for the cluster that options name. */
    public static TestbedCommands of(String kind, Options options) {
        return of(kind, options.text("name", kind));
    }

    /** Returns the commands for the cluster of a kind and a name. */
    public static TestbedCommands of(String kind, String name) {
        return new TestbedCommands(kind + (name.equals(kind) ? "" : " --name " + name));
    }

    /** Returns them with one more option. */
    public TestbedCommands with(String option) {
        return new TestbedCommands(cluster + " " + option);
    }

    /** Describes the command that creates the cluster. */
    public String whenMissing() {
        return "create one with 'testbed up " + cluster + "'";
    }

    /** Returns the command that stops the cluster and keeps its data. */
    public String down() {
        return "bin/testbed down " + cluster;
    }

    /** Describes the commands that start or remove the cluster. */
    public String whenDown() {
        return "bin/testbed up " + cluster + " starts it, bin/testbed reset " + cluster + " removes it";
    }
}
