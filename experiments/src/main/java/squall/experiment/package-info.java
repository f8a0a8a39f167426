/** Experiments as data: a matrix of named values, steps that are commands of the front ends, and the table that comes out. */
@NullMarked
package squall.experiment;

import org.jspecify.annotations.NullMarked;
