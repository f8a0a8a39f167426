/** The application that docs/extending.md shows. */
@NullMarked
package example;

import org.jspecify.annotations.NullMarked;
