/** The YCSB front end: its properties, each known by name, default and form, and the names of its bindings. */
@NullMarked
package squall.ycsb;

import org.jspecify.annotations.NullMarked;
