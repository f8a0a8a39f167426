/** Every statement that goes to CockroachDB or YugabyteDB, held against docs/dialects.md. */
@NullMarked
package squall.adversity.dialects;

import org.jspecify.annotations.NullMarked;
