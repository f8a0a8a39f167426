/** Fake databases behind a JDBC driver, {@link squall.fake.FakeDriver}, for benchmarks of the client and for tests that must see a defect. */
@NullMarked
package squall.fake;

import org.jspecify.annotations.NullMarked;
