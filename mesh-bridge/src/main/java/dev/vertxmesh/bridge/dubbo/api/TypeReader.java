package dev.vertxmesh.bridge.dubbo.api;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.signature.SignatureReader;
import org.objectweb.asm.signature.SignatureVisitor;

/**
 * Reads types from generic signatures (JVMS 4.7.9.1). Of a wildcard only the bound is kept: to code
 * that makes a value, {@code ? extends User} is a User, and so is {@code ? super User}.
 */
final class TypeReader extends SignatureVisitor {

  /** Of arguments of arguments, and of arrays; each is a call of its own while it's read. */
  static final int DEEPEST = 64;

  private final Consumer<JavaType> whole;
  private final List<JavaType> arguments = new ArrayList<>();
  private String name;

  private TypeReader(Consumer<JavaType> whole) {
    super(Opcodes.ASM9);
    this.whole = whole;
  }

  /**
   * A field's type.
   *
   * @throws IllegalArgumentException if it's nested too deep
   */
  static JavaType read(String signature) {
    JavaType[] read = new JavaType[1];
    bounded(signature).acceptType(new TypeReader(type -> read[0] = type));
    return read[0];
  }

  /** The type that a descriptor says, which is erased. */
  static JavaType erased(Type type) {
    return read(type.getDescriptor());
  }

  /**
   * What the signature of a class or of a method says.
   *
   * @throws IllegalArgumentException if a type of it is nested too deep
   */
  static Generics generics(String signature) {
    Generics generics = new Generics();
    bounded(signature).accept(generics);
    return generics;
  }

  private static SignatureReader bounded(String signature) {
    int arguments = 0;
    int arrays = 0;
    for (int i = 0; i < signature.length(); i++) {
      char next = signature.charAt(i);
      arguments += next == '<' ? 1 : next == '>' ? -1 : 0;
      arrays = next == '[' ? arrays + 1 : 0;
      if (arguments + arrays > DEEPEST) {
        throw new IllegalArgumentException(
            "a generic signature is nested more than " + DEEPEST + " deep");
      }
    }
    return new SignatureReader(signature);
  }

  @Override
  public void visitBaseType(char descriptor) {
    whole.accept(JavaType.of(Type.getType(String.valueOf(descriptor)).getClassName()));
  }

  @Override
  public void visitTypeVariable(String variable) {
    whole.accept(new JavaType.Variable(variable));
  }

  @Override
  public SignatureVisitor visitArrayType() {
    return new TypeReader(element -> whole.accept(new JavaType.Array(element)));
  }

  @Override
  public void visitClassType(String internalName) {
    name = internalName.replace('/', '.');
  }

  @Override
  public void visitInnerClassType(String simpleName) {
    name += '$' + simpleName;
    arguments.clear();
  }

  @Override
  public void visitTypeArgument() {
    arguments.add(JavaType.ANY);
  }

  @Override
  public SignatureVisitor visitTypeArgument(char wildcard) {
    return new TypeReader(arguments::add);
  }

  @Override
  public void visitEnd() {
    whole.accept(new JavaType.Named(name, arguments));
  }

  /** What the signature of a class or of a method says. */
  static final class Generics extends SignatureVisitor {

    private final List<String> names = new ArrayList<>();
    private final List<JavaType> bounds = new ArrayList<>();
    final List<JavaType> superclass = new ArrayList<>();
    final List<JavaType> interfaces = new ArrayList<>();
    final List<JavaType> parameters = new ArrayList<>();
    final List<JavaType> returned = new ArrayList<>();

    private Generics() {
      super(Opcodes.ASM9);
    }

    List<TypeParameter> typeParameters() {
      List<TypeParameter> all = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        all.add(new TypeParameter(names.get(i), bounds.get(i)));
      }
      return List.copyOf(all);
    }

    @Override
    public void visitFormalTypeParameter(String name) {
      names.add(name);
      bounds.add(null);
    }

    @Override
    public SignatureVisitor visitClassBound() {
      return new TypeReader(this::bound);
    }

    @Override
    public SignatureVisitor visitInterfaceBound() {
      return new TypeReader(this::bound);
    }

    private void bound(JavaType type) {
      int last = bounds.size() - 1;
      if (bounds.get(last) == null) {
        bounds.set(last, type);
      }
    }

    @Override
    public SignatureVisitor visitSuperclass() {
      return new TypeReader(superclass::add);
    }

    @Override
    public SignatureVisitor visitInterface() {
      return new TypeReader(interfaces::add);
    }

    @Override
    public SignatureVisitor visitParameterType() {
      return new TypeReader(parameters::add);
    }

    @Override
    public SignatureVisitor visitReturnType() {
      return new TypeReader(returned::add);
    }

    @Override
    public SignatureVisitor visitExceptionType() {
      return new TypeReader(type -> {});
    }
  }
}
