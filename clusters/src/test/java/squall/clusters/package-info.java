/** Tests. */
@NullMarked
package squall.clusters;

import org.jspecify.annotations.NullMarked;
