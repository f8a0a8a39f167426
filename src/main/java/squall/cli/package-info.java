/** What all commands share: exit codes, error text, progress, masking of secrets, signals. */
@NullMarked
package squall.cli;

import org.jspecify.annotations.NullMarked;
