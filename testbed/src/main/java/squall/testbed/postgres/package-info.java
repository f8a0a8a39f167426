/** Parts of every PostgreSQL server of the test bed: its programs, its process, its password. */
@NullMarked
package squall.testbed.postgres;

import org.jspecify.annotations.NullMarked;
