/** A database's own work as a disturbance: indexes, schema changes, exports, change feeds. */
@NullMarked
package squall.adversity.background;

import org.jspecify.annotations.NullMarked;
