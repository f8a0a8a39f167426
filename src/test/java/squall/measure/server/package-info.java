/** Tests. */
@NullMarked
package squall.measure.server;

import org.jspecify.annotations.NullMarked;
