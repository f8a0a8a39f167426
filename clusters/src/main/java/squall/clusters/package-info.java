/** What clusters that others run have in common: their programs called with limits, their clients' addresses, timers that outlive the caller. */
@NullMarked
package squall.clusters;

import org.jspecify.annotations.NullMarked;
