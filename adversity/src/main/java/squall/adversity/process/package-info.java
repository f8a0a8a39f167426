/** Faults of processes: nodes that are ended, held still or restarted in turn, and a team's own commands. */
@NullMarked
package squall.adversity.process;

import org.jspecify.annotations.NullMarked;
