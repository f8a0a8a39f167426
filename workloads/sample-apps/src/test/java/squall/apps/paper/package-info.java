/** Tests. */
@NullMarked
package squall.apps.paper;

import org.jspecify.annotations.NullMarked;
