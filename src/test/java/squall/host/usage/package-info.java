/** Tests. */
@NullMarked
package squall.host.usage;

import org.jspecify.annotations.NullMarked;
