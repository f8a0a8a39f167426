/** Network namespaces of the kernel, one for each node of a cluster on this machine, and the faults of the links between them. */
@NullMarked
package squall.testbed.net;

import org.jspecify.annotations.NullMarked;
