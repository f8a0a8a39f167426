/** A database's own work as a disturbance: indexes, schema changes, exports, change feeds. */
@NullMarked
package squall.adversity.work;

import org.jspecify.annotations.NullMarked;
