/** Faults of processes: nodes that are killed, paused or restarted in turn, and user-defined commands. */
@NullMarked
package squall.adversity.process;

import org.jspecify.annotations.NullMarked;
