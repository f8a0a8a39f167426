/** The target nodes of a fault: a function of the cluster and the seed; pure. */
@NullMarked
package squall.scenario.target;

import org.jspecify.annotations.NullMarked;
