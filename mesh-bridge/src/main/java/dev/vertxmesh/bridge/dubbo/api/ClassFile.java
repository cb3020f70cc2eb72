package dev.vertxmesh.bridge.dubbo.api;

import dev.vertxmesh.bridge.dubbo.api.ApiClass.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Reads one class file. */
final class ClassFile extends ClassVisitor {

  private static final int NOT_SENT =
      Opcodes.ACC_STATIC | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
  private static final int NOT_CALLED =
      Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC;

  private String internalName;
  private int access;
  private boolean isAnonymous;
  private boolean isReplaced;
  private List<TypeParameter> typeParameters = List.of();
  private JavaType superclass;
  private List<JavaType> interfaces = List.of();
  private final List<ApiClass.Field> fields = new ArrayList<>();
  private final List<String> constants = new ArrayList<>();
  private final List<ApiClass.Method> methods = new ArrayList<>();

  private ClassFile() {
    super(Opcodes.ASM9);
  }

  /**
   * @return null of a class that no API consists of: without a name, or not a class at all
   * @throws RuntimeException if it's no class file
   */
  static ApiClass read(byte[] bytes) {
    ClassFile file = new ClassFile();
    new ClassReader(bytes).accept(file, ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES);
    boolean isOther = (file.access & (Opcodes.ACC_MODULE | Opcodes.ACC_SYNTHETIC)) != 0;
    return file.isAnonymous || isOther ? null : file.toClass();
  }

  private ApiClass toClass() {
    return new ApiClass(
        internalName.replace('/', '.'),
        kind(),
        typeParameters,
        (JavaType.Named) superclass,
        interfaces.stream().map(JavaType.Named.class::cast).toList(),
        List.copyOf(fields),
        List.copyOf(constants),
        List.copyOf(methods));
  }

  private Kind kind() {
    if (is(Opcodes.ACC_ENUM)) {
      return Kind.ENUM;
    } else if (is(Opcodes.ACC_ABSTRACT)) {
      return Kind.ABSTRACT;
    }
    return isReplaced ? Kind.REPLACED : Kind.CLASS;
  }

  private boolean is(int flag) {
    return (access & flag) != 0;
  }

  @Override
  public void visit(
      int version, int flags, String name, String signature, String parent, String[] parents) {
    internalName = name;
    access = flags;
    if (signature == null) {
      superclass = parent == null ? null : named(parent);
      interfaces = Arrays.stream(parents).map(ClassFile::named).toList();
    } else {
      TypeReader.Generics generics = TypeReader.generics(signature);
      typeParameters = generics.typeParameters();
      superclass = generics.superclass.get(0);
      interfaces = generics.interfaces;
    }
    if (is(Opcodes.ACC_INTERFACE)) {
      superclass = null;
    }
  }

  private static JavaType named(String internalName) {
    return JavaType.of(internalName.replace('/', '.'));
  }

  @Override
  public void visitInnerClass(String name, String outer, String simpleName, int flags) {
    if (name.equals(internalName)) {
      isAnonymous = simpleName == null;
    }
  }

  @Override
  public FieldVisitor visitField(
      int flags, String name, String descriptor, String signature, Object value) {
    if ((flags & Opcodes.ACC_ENUM) != 0) {
      constants.add(name);
    } else if ((flags & NOT_SENT) == 0) {
      JavaType type = TypeReader.read(signature == null ? descriptor : signature);
      fields.add(new ApiClass.Field(name, type));
    }
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int flags, String name, String descriptor, String signature, String[] exceptions) {
    isReplaced |= name.equals("writeReplace") && descriptor.startsWith("()");
    boolean isCalled = is(Opcodes.ACC_INTERFACE) && (flags & NOT_CALLED) == 0;
    return isCalled ? new Parameters(name, descriptor, signature) : null;
  }

  /** Collects the names of a method's parameters, and then adds the method. */
  private final class Parameters extends MethodVisitor {

    private final String method;
    private final String descriptor;
    private final List<JavaType> types;
    private final JavaType returned;
    private final List<String> names = new ArrayList<>();

    Parameters(String method, String descriptor, String signature) {
      super(Opcodes.ASM9);
      this.method = method;
      this.descriptor = descriptor;
      this.types = types(descriptor, signature);
      this.returned = returned(descriptor, signature);
    }

    private static JavaType returned(String descriptor, String signature) {
      if (signature == null) {
        return TypeReader.erased(Type.getReturnType(descriptor));
      }
      TypeReader.Generics generics = TypeReader.generics(signature);
      return generics
          .returned
          .get(0)
          .with(TypeParameter.bind(generics.typeParameters(), List.of()));
    }

    private static List<JavaType> types(String descriptor, String signature) {
      Type[] erased = Type.getArgumentTypes(descriptor);
      if (signature != null) {
        TypeReader.Generics generics = TypeReader.generics(signature);
        Map<String, JavaType> own = TypeParameter.bind(generics.typeParameters(), List.of());
        if (generics.parameters.size() == erased.length) {
          return generics.parameters.stream().map(type -> type.with(own)).toList();
        }
      }
      return Arrays.stream(erased).map(TypeReader::erased).toList();
    }

    @Override
    public void visitParameter(String name, int flags) {
      if (name != null) {
        names.add(name);
      }
    }

    @Override
    public void visitEnd() {
      String parameters = descriptor.substring(1, descriptor.indexOf(')'));
      boolean areNamed = names.size() == types.size();
      List<String> known = areNamed ? List.copyOf(names) : List.of();
      methods.add(new ApiClass.Method(method, new Signature(parameters, known, types, returned)));
    }
  }
}
