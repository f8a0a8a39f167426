package squall.engine.phases;

import java.util.List;
import squall.spi.DatabaseInfo;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;

/** Load without a database: answers at once, or refuses at once while it is switched off. */
public final class SwitchedLoad implements Load {
    private static final Operation READ = new Operation(0, "READ", false);
    private static final Outcome OFF =
            new Outcome.Refused(new ErrorCode(ErrorKind.CONNECTION, "08001"), "switched off");

    private volatile boolean on = true;

    void turn(boolean now) {
        on = now;
    }

    public boolean isOn() {
        return on;
    }

    /** Returns the injection that switches it off. */
    public SwitchInjection fakeInjection() {
        return new SwitchInjection(this);
    }

    @Override
    public List<Operation> operations() {
        return List.of(READ);
    }

    @Override
    public void setUp() {}

    @Override
    public DatabaseInfo database() {
        return DatabaseInfo.NONE;
    }

    @Override
    public Operation planned(long index) {
        return READ;
    }

    @Override
    public Session open(int session) {
        return new Session() {
            @Override
            public boolean perform(Turn turn) {
                turn.record(READ, turn.nowNs(), on ? Outcome.OK : OFF, 1);
                return true;
            }

            @Override
            public void abort() {}

            @Override
            public void close() {}
        };
    }

    @Override
    public void close() {}
}
