/** Programs and commands of the installation as a whole, and of none of its parts. */
@NullMarked
package squall.dist;

import org.jspecify.annotations.NullMarked;
