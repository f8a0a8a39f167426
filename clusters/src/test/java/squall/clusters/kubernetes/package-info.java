/** Tests. */
@NullMarked
package squall.clusters.kubernetes;

import org.jspecify.annotations.NullMarked;
