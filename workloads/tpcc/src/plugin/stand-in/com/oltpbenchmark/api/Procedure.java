package com.oltpbenchmark.api;

/** Stub of BenchBase's class of this name. */
public abstract class Procedure {
    protected Procedure() {}

    /** Exception of a transaction that rolls back on purpose. */
    public static class UserAbortException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public UserAbortException(String message) {
            super(message);
        }
    }
}
