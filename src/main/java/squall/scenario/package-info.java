/** What is done to which cluster under which load, in which order, and what is expected of it: one immutable, checked model; pure. */
@NullMarked
package squall.scenario;

import org.jspecify.annotations.NullMarked;
