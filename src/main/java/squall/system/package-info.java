/** System services that all commands share: folders, locks, input files, the location of Squall's state; exit codes, errors, numbers. */
@NullMarked
package squall.system;

import org.jspecify.annotations.NullMarked;
