/** One extension of each kind: what docs/extending.md shows. */
@NullMarked
package example;

import org.jspecify.annotations.NullMarked;
