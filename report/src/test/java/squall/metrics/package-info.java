/** Tests. */
@NullMarked
package squall.metrics;

import org.jspecify.annotations.NullMarked;
