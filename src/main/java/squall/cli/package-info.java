/** Parts that all commands share: exit codes, error messages, progress, masking of secrets, signals. */
@NullMarked
package squall.cli;

import org.jspecify.annotations.NullMarked;
