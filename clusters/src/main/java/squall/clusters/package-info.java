/**
 * Common parts of clusters that others operate: their programs called with limits, their clients' addresses, timers that outlive the
 * caller, links disturbed by nftables.
 */
@NullMarked
package squall.clusters;

import org.jspecify.annotations.NullMarked;
