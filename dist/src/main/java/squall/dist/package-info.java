/** What belongs to an installation as a whole, and to none of its parts. */
@NullMarked
package squall.dist;

import org.jspecify.annotations.NullMarked;
