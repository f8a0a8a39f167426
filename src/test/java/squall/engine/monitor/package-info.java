/** Tests. */
@NullMarked
package squall.engine.monitor;

import org.jspecify.annotations.NullMarked;
