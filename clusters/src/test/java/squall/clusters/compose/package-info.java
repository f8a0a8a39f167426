/** Tests. */
@NullMarked
package squall.clusters.compose;

import org.jspecify.annotations.NullMarked;
