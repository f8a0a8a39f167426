/** Extensions of Squall, one of each kind, as docs/extending.md shows them. */
@NullMarked
package example;

import org.jspecify.annotations.NullMarked;
