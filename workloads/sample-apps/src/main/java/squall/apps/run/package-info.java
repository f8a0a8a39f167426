/** The engine under all sample applications: which key comes next, who writes and reads it, and what became of it. */
@NullMarked
package squall.apps.run;

import org.jspecify.annotations.NullMarked;
