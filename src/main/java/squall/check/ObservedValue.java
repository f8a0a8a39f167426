package squall.check;

/** Value that a reader found under one key; its text is for messages. */
public sealed interface ObservedValue {
    /** Version: the whole row, as this version of it was written. @param number from 0, the first write of the key */
    record Version(int number) implements ObservedValue {
        @Override
        public String toString() {
            return "version " + number;
        }
    }

    /** Missing row. */
    record Missing() implements ObservedValue {
        @Override
        public String toString() {
            return "no row";
        }
    }

    /** Missing value of a version, searched for by its value; a newer version may be stored under the key. */
    record NotUnder(int number) implements ObservedValue {
        @Override
        public String toString() {
            return "no row with the value of version " + number;
        }
    }

    /** Torn row: no write made it, or only a part of one write is there. @param what was found, for a reader */
    record Torn(String what) implements ObservedValue {
        @Override
        public String toString() {
            return what;
        }
    }
}
