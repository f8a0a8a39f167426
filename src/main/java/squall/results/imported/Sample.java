package squall.results.imported;

/**
 * One acknowledged operation that another program wrote down.
 *
 * @param dueNs since the epoch, when it was to begin: where that is not recorded, when it began
 * @param sentNs since the epoch
 * @param doneNs since the epoch
 */
record Sample(String operation, long dueNs, long sentNs, long doneNs) {}
