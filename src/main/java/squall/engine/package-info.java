/**
 * Engine: sessions, the recording thread and stop rules. Within the core only this package and its subpackages have threads and a clock.
 */
@NullMarked
package squall.engine;

import org.jspecify.annotations.NullMarked;
