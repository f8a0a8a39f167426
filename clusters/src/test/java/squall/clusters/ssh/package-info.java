/** Tests. */
@NullMarked
package squall.clusters.ssh;

import org.jspecify.annotations.NullMarked;
