package squall.sql;

import java.util.stream.Stream;
import org.junit.jupiter.params.converter.TypedArgumentConverter;

/** A dialect that is built in, by the name of its constant. */
final class BuiltIn extends TypedArgumentConverter<String, Dialect> {
    BuiltIn() {
        super(String.class, Dialect.class);
    }

    @Override
    protected Dialect convert(String name) {
        return Stream.of(Dialects.POSTGRES, Dialects.COCKROACHDB, Dialects.YUGABYTEDB, Dialects.GENERIC)
                .filter(dialect -> dialect.toString().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
