/** Selection of a fault's target nodes: a function of the cluster and the seed; pure. */
@NullMarked
package squall.scenario.target;

import org.jspecify.annotations.NullMarked;
