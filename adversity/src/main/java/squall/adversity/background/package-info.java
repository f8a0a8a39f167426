/** Background work of a database as a disturbance: indexes, schema changes, backups, change feeds. */
@NullMarked
package squall.adversity.background;

import org.jspecify.annotations.NullMarked;
