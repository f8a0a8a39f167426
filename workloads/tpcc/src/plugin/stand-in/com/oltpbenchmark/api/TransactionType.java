package com.oltpbenchmark.api;

/** Stub of BenchBase's class of this name. */
public final class TransactionType {
    private final Class<? extends Procedure> procedure;

    private TransactionType(Class<? extends Procedure> procedure) {
        this.procedure = procedure;
    }

    static TransactionType of(String procedures, String name) throws ClassNotFoundException {
        return new TransactionType(Class.forName(procedures + "." + name).asSubclass(Procedure.class));
    }

    public String getName() {
        return procedure.getSimpleName();
    }

    public long getPreExecutionWait() {
        return 0;
    }

    public long getPostExecutionWait() {
        return 0;
    }
}
