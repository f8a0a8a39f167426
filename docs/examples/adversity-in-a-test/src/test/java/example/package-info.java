/** How a team tests its database in adversity. */
@NullMarked
package example;

import org.jspecify.annotations.NullMarked;
