package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.ClassReader;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.ClassVisitor;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.Handle;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.Label;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.MethodVisitor;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.Opcodes;
import com.tngtech.archunit.thirdparty.org.objectweb.asm.Type;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Test of the values that become text: {@code NoSuccess[length=PT1M]} and {@code squall.spi.Node@1f} are for debuggers, not for users.
 *
 * <p>Reads the byte code: the static type of each value that is appended, formatted or asked for its {@code toString}; of collections that of
 * their elements, where a variable, a field or a method of Squall's declares it. A value whose static type is {@code Object} is not followed.
 */
class PrintedTypesTest {
    private static final int API = Opcodes.ASM9;
    private static final Pattern OURS = Pattern.compile("L(squall/[\\w/$]+)");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ModulesTest.WithoutTests())
            .importPackages("squall");

    /** Records whose components are as Java prints them, by the name of the class. */
    private final Set<String> generated = new HashSet<>();

    @Test
    void no_text_holds_a_value_as_java_prints_it() throws IOException {
        List<Printed> printed = new ArrayList<>();
        for (JavaClass type : CLASSES) {
            read(type, printed);
        }
        Set<String> wrong = new TreeSet<>();
        for (Printed value : printed) {
            for (String type : value.type.split(" ", -1)) {
                if (asJavaPrintsIt(type)) {
                    wrong.add(value.where + " prints " + type);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** Value that becomes text. */
    private record Printed(String type, String where) {}

    /** Returns the type, and after it the types of its elements as Squall's own class declares them. */
    private static String declared(String owner, Type type, Function<JavaClass, Stream<JavaType>> member) {
        String raw = type.getClassName();
        String name = owner.replace('/', '.');
        if (!isCollection(raw) || !CLASSES.contain(name)) {
            return raw;
        }
        return raw
                + member.apply(CLASSES.get(name))
                        .flatMap(generic -> generic.getAllInvolvedRawTypes().stream())
                        .map(element -> " " + element.getName())
                        .distinct()
                        .collect(Collectors.joining());
    }

    private static boolean isCollection(String type) {
        return type.startsWith("java.util.") && !type.startsWith("java.util.function.");
    }

    private boolean asJavaPrintsIt(String name) {
        if (!CLASSES.contain(name)) {
            return false;
        }
        JavaClass type = CLASSES.get(name);
        if (type.isEnum() || type.isAssignableTo(Throwable.class) || type.isAssignableTo(CharSequence.class)) {
            return false;
        }
        if (generated.contains(name)) {
            return true;
        }
        boolean own = type.getAllMethods().stream()
                .anyMatch(method -> method.getName().equals("toString")
                        && !method.getOwner().getName().equals("java.lang.Object")
                        && !method.getOwner().getName().equals("java.lang.Record"));
        if (own) {
            return false;
        }
        return !type.isInterface()
                || type.getAllSubclasses().stream().anyMatch(subclass -> asJavaPrintsIt(subclass.getName()));
    }

    private void read(JavaClass type, List<Printed> printed) throws IOException {
        URI place = type.getSource().orElseThrow().getUri();
        try (InputStream in = place.toURL().openStream()) {
            new ClassReader(in.readAllBytes())
                    .accept(
                            new ClassVisitor(API) {
                                @Override
                                public MethodVisitor visitMethod(
                                        int access, String name, String descriptor, String signature, String[] thrown) {
                                    return new Method(type.getName(), name, printed);
                                }
                            },
                            ClassReader.SKIP_FRAMES);
        }
    }

    /** Visitor that follows what was pushed last, up to where it becomes text. */
    private final class Method extends MethodVisitor {
        private final String owner;
        private final String name;
        private final List<Printed> printed;
        private final Map<Label, Integer> places = new HashMap<>();
        private final List<Variable> variables = new ArrayList<>();
        private final List<String> elements = new ArrayList<>();
        private String pushed = "";
        private int place;
        private int line;

        Method(String owner, String name, List<Printed> printed) {
            super(API);
            this.owner = owner;
            this.name = name;
            this.printed = printed;
        }

        @Override
        public void visitMethodInsn(int opcode, String type, String called, String descriptor, boolean isInterface) {
            place++;
            String sink = type + "." + called;
            if (called.equals("toString") && descriptor.startsWith("()")) {
                print(opcode == Opcodes.INVOKESPECIAL ? "" : type.replace('/', '.'));
            } else if (takesObject(sink, descriptor)) {
                print(pushed);
            } else if (sink.equals("java/lang/String.format") || sink.equals("java/lang/String.formatted")) {
                elements.forEach(this::print);
                elements.clear();
            }
            pushed = declared(
                    type,
                    Type.getReturnType(descriptor),
                    owner -> owner.getMethods().stream()
                            .filter(method -> method.getName().equals(called)
                                    && method.getDescriptor().equals(descriptor))
                            .map(JavaMethod::getReturnType));
        }

        @Override
        public void visitInvokeDynamicInsn(String called, String descriptor, Handle bootstrap, Object... arguments) {
            place++;
            if (called.equals("toString") && bootstrap.getOwner().equals("java/lang/runtime/ObjectMethods")) {
                generated.add(owner);
            }
            if (called.equals("makeConcatWithConstants")) {
                for (Type argument : Type.getArgumentTypes(descriptor)) {
                    print(argument.getClassName());
                }
            }
            if (arguments.length == 3
                    && arguments[1] instanceof Handle handle
                    && arguments[2] instanceof Type used
                    && (handle.getName().equals("toString") || handle.getName().equals("valueOf"))
                    && handle.getDesc().endsWith(")Ljava/lang/String;")) {
                for (Type argument : used.getArgumentTypes()) {
                    print(argument.getClassName());
                }
            }
            pushed = Type.getReturnType(descriptor).getClassName();
        }

        @Override
        public void visitFieldInsn(int opcode, String type, String field, String descriptor) {
            place++;
            pushed = declared(
                    type,
                    Type.getType(descriptor),
                    owner -> owner.getFields().stream()
                            .filter(known -> known.getName().equals(field))
                            .map(JavaField::getType));
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            place++;
            if (opcode == Opcodes.ANEWARRAY) {
                elements.clear();
            }
            pushed = Type.getObjectType(type).getClassName();
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
            place++;
            pushed = "#" + variable + "@" + place;
        }

        @Override
        public void visitInsn(int opcode) {
            place++;
            if (opcode == Opcodes.AASTORE) {
                elements.add(pushed);
            } else if (opcode != Opcodes.DUP) {
                pushed = "";
            }
        }

        @Override
        public void visitLdcInsn(Object value) {
            place++;
            pushed = "";
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            place++;
            pushed = "";
        }

        @Override
        public void visitLabel(Label label) {
            places.put(label, place);
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
        }

        @Override
        public void visitLocalVariable(
                String variable, String descriptor, String signature, Label start, Label end, int index) {
            String raw = Type.getType(descriptor).getClassName();
            String elements = signature == null || !isCollection(raw)
                    ? ""
                    : OURS.matcher(signature)
                            .results()
                            .map(found -> " " + found.group(1).replace('/', '.'))
                            .collect(Collectors.joining());
            variables.add(new Variable(
                    index,
                    raw + elements,
                    Objects.requireNonNull(places.get(start)),
                    Objects.requireNonNull(places.get(end))));
        }

        @Override
        public void visitEnd() {
            for (int i = 0; i < printed.size(); i++) {
                Printed value = printed.get(i);
                if (value.type.startsWith("#")) {
                    printed.set(i, new Printed(typeOf(value.type), value.where));
                }
            }
        }

        private String typeOf(String local) {
            int at = local.indexOf('@');
            int index = Integer.parseInt(local.substring(1, at));
            int read = Integer.parseInt(local.substring(at + 1));
            return variables.stream()
                    .filter(known -> known.index == index && known.from <= read && read <= known.to + 1)
                    .map(known -> known.type)
                    .findFirst()
                    .orElse("");
        }

        private void print(String type) {
            if (!type.isEmpty()) {
                printed.add(new Printed(type, owner + "." + name + ":" + line));
            }
        }

        private static boolean takesObject(String sink, String descriptor) {
            return descriptor.startsWith("(Ljava/lang/Object;")
                    && (sink.equals("java/lang/String.valueOf")
                            || sink.equals("java/util/Objects.toString")
                            || sink.equals("java/lang/StringBuilder.append"));
        }
    }

    /** Variable that is local, while it holds a value. */
    private record Variable(int index, String type, int from, int to) {}
}
