package squall.adversity.guard;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** Addresses that begin with the same bits, as users write them: {@code 10.0.0.0/24}, {@code ::1}. */
record Network(InetAddress first, int bits) {
    /** Numbers with three dots or with colons, never a name, so that nothing is looked up. */
    private static final Pattern FORM =
            Pattern.compile("((?:\\d{1,3}\\.){3}\\d{1,3}|[0-9a-fA-F]*:[0-9a-fA-F.:]*)(?:/(\\d{1,3}))?");

    /** @throws IllegalArgumentException if the text is no network */
    static Network parse(String text) {
        var form = FORM.matcher(text);
        if (!form.matches()) {
            throw wrong(text);
        }
        InetAddress first;
        try {
            first = InetAddress.getByName(form.group(1));
        } catch (UnknownHostException e) {
            throw wrong(text);
        }
        int all = first.getAddress().length * Byte.SIZE;
        int bits = form.group(2) == null ? all : Integer.parseInt(form.group(2));
        if (bits > all) {
            throw wrong(text);
        }
        return new Network(first, bits);
    }

    boolean holds(InetAddress other) {
        byte[] bytes = other.getAddress();
        byte[] address = first.getAddress();
        if (bytes.length != address.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            if (bit(bytes, bit) != bit(address, bit)) {
                return false;
            }
        }
        return true;
    }

    private static int bit(byte[] bytes, int number) {
        return (bytes[number / Byte.SIZE] >> (Byte.SIZE - 1 - number % Byte.SIZE)) & 1;
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException(
                "safety.allowHosts must be addresses or networks such as 10.0.0.0/24, not '" + text + "'");
    }
}
