/** Tests of journal, life of an injection, healer and watchdog. */
@NullMarked
package squall.adversity.safety;

import org.jspecify.annotations.NullMarked;
