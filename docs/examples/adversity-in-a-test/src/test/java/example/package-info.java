/** Tests of a team's database in adversity. */
@NullMarked
package example;

import org.jspecify.annotations.NullMarked;
