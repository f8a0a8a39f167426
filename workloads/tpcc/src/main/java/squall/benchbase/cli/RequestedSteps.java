package squall.benchbase.cli;

/** What a command is to do, in this order. */
record RequestedSteps(boolean create, boolean clear, boolean load, boolean execute) {
    boolean none() {
        return !create && !clear && !load && !execute;
    }
}
