/** Types that extensions implement or receive: loads, sessions, targets, faults, clusters, outcomes and options; stable from release to release. */
@NullMarked
package squall.spi;

import org.jspecify.annotations.NullMarked;
