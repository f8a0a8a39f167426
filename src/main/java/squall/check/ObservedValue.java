package squall.check;

/** What a reader found under one key; its text is for messages. */
public sealed interface ObservedValue {
    /** The whole row, as this version of it was written. @param number from 0, the first write of the key */
    record Version(int number) implements ObservedValue {
        @Override
        public String toString() {
            return "version " + number;
        }
    }

    /** No row. */
    record Missing() implements ObservedValue {
        @Override
        public String toString() {
            return "no row";
        }
    }

    /** No row with the value of this version, where it was looked for by its value; a newer one may stand under the key. */
    record NotUnder(int number) implements ObservedValue {
        @Override
        public String toString() {
            return "no row with the value of version " + number;
        }
    }

    /** A row that no write made, or only a part of what one write made. @param what was found, for a reader */
    record Torn(String what) implements ObservedValue {
        @Override
        public String toString() {
            return what;
        }
    }
}
