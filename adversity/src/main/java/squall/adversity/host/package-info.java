/** Faults of a machine: its processors, memory and disks. On a testbed all nodes share one. */
@NullMarked
package squall.adversity.host;

import org.jspecify.annotations.NullMarked;
