/**
 * Fake databases behind one JDBC driver, {@link squall.fake.FakeDriver}: for benchmarks of the client, and for tests that must see a defect.
 *
 * <p>Three others are apart for a reason. {@code TrainingServer} of dist is released and speaks PostgreSQL's protocol, because a start-up
 * archive must know the real driver. {@code AcmeDriver} of docs/examples is there to be copied. {@code Relay} of the fixtures needs a real
 * server, whose connections it cuts or changes.
 */
@NullMarked
package squall.fake;

import org.jspecify.annotations.NullMarked;
