/** What every PostgreSQL server of the test bed is made of: its programs, its process, its password. */
@NullMarked
package squall.testbed.postgres;

import org.jspecify.annotations.NullMarked;
