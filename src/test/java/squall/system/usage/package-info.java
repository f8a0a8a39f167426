/** Tests. */
@NullMarked
package squall.system.usage;

import org.jspecify.annotations.NullMarked;
