/** Model of a scenario, immutable and checked: cluster, load, phases with their faults, and expectations; pure. */
@NullMarked
package squall.scenario;

import org.jspecify.annotations.NullMarked;
