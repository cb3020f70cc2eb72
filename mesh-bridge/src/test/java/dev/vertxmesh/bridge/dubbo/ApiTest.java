package dev.vertxmesh.bridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.bridge.dubbo.api.ApiClass;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.bridge.dubbo.api.Signature;
import dev.vertxmesh.bridge.dubbo.sample.SampleApi;
import dev.vertxmesh.bridge.dubbo.sample.Shop;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class ApiTest {

  private static final String SHOP = Shop.class.getName();

  @TempDir Path folder;

  private static List<String> methods(ApiClasses api, String method) {
    return api.methods(SHOP, method).stream()
        .map(signature -> signature.names() + " " + signature.types())
        .toList();
  }

  private static byte[] bytes(Class<?> type) throws IOException {
    return type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")
        .readAllBytes();
  }

  private Path jar(Object... namesAndBytes) throws IOException {
    Path jar = folder.resolve("api.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      for (int i = 0; i < namesAndBytes.length; i += 2) {
        zip.putNextEntry(new ZipEntry((String) namesAndBytes[i]));
        zip.write((byte[]) namesAndBytes[i + 1]);
      }
    }
    return jar;
  }

  /** As javac writes it without {@code -parameters}. */
  private static byte[] withoutNames(byte[] bytes) {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(bytes)
        .accept(
            new ClassVisitor(Opcodes.ASM9, writer) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String signature, String[] thrown) {
                MethodVisitor next = super.visitMethod(access, name, descriptor, signature, thrown);
                return new MethodVisitor(Opcodes.ASM9, next) {
                  @Override
                  public void visitParameter(String parameter, int flags) {
                    // left out
                  }
                };
              }
            },
            0);
    return writer.toByteArray();
  }

  @Test
  void methodsHaveTheirNamesAndGenericTypes() {
    ApiClasses api = SampleApi.CLASSES;
    String nested = SHOP + "$";
    assertThat(methods(api, "page"))
        .containsExactly("[page] [%sPage<%sOrder>]".formatted(nested, nested));
    assertThat(methods(api, "pages"))
        .containsExactly(
            "[pages] [java.util.Map<java.lang.String, %sPage<%sBase>>]".formatted(nested, nested));
    assertThat(methods(api, "list"))
        .containsExactly("[list] [java.util.List<%sBase>]".formatted(nested));
    assertThat(methods(api, "raw")).containsExactly("[list] [java.util.List]");
    assertThat(methods(api, "defaulted"))
        .containsExactly("[values] [java.util.List<java.lang.Long>]");
    assertThat(methods(api, "helper")).isEmpty();
    assertThat(methods(api, "nowhere")).isEmpty();
    assertThat(api.methods("no.such.Type", "page")).isEmpty();
    assertThat(api.methods(SHOP, "put")).hasSize(3);
  }

  @Test
  void anInheritedMethodsVariablesAreWhatTheServiceSaysAndItsDescriptorIsWhatJavaCalls() {
    Signature keep = SampleApi.CLASSES.methods(SHOP, "keep").get(0);
    assertThat(keep.descriptor()).isEqualTo("Ljava/lang/Object;");
    assertThat(keep.types()).containsExactly(JavaType.of(SHOP + "$Order"));
    assertThat(methods(SampleApi.CLASSES, "keepAll"))
        .containsExactly("[values] [java.util.List<%s$Order>]".formatted(SHOP));
  }

  @Test
  void fieldsAreThoseThatAreSentWithTheirSuperclasses() {
    ApiClasses api = SampleApi.CLASSES;
    assertThat(api.fields(JavaType.of(SHOP + "$Gift")).keySet())
        .startsWith("ribbon", "picture")
        .endsWith("color", "id", "name");
    assertThat(api.fields(JavaType.of(SHOP + "$Page", JavaType.of("java.lang.Long"))))
        .containsEntry("items", JavaType.of("java.util.List", JavaType.of("java.lang.Long")))
        .containsEntry("first", JavaType.of("java.lang.Long"));
    assertThat(api.fields(JavaType.of(SHOP + "$Grown"))).as("a superclass unknown").isNull();
    assertThat(api.get(SHOP + "$Color").constants()).containsExactly("RED", "GREEN");
    assertThat(api.get(SHOP + "$Color").kind()).isEqualTo(ApiClass.Kind.ENUM);
    assertThat(api.get(SHOP + "$Color$1")).as("a constant's own class").isNull();
  }

  @Test
  void aSubclassTakesOverTheArgumentsOfItsPlace() {
    JavaType.Named place = JavaType.of(SHOP + "$Page", JavaType.of(SHOP + "$Order"));
    JavaType.Named below = SampleApi.CLASSES.below(place, SHOP + "$NamedPage");
    assertThat(SampleApi.CLASSES.fields(below))
        .containsEntry("first", JavaType.of(SHOP + "$Order"))
        .containsEntry("label", JavaType.OBJECT);
    assertThat(SampleApi.CLASSES.below(place, SHOP + "$Circle")).isNull();
    assertThat(SampleApi.CLASSES.implementations(SHOP + "$Shape"))
        .containsExactly(SHOP + "$Circle", SHOP + "$Square");
  }

  @Test
  void aJarIsReadWithoutWhatIsNoClassOfTheApi() throws IOException {
    byte[] shop = bytes(Shop.class);
    Path jar =
        jar(
            "dev/Shop.class", withoutNames(shop),
            "META-INF/versions/9/dev/Other.class", new byte[] {1},
            "module-info.class", new byte[] {1},
            "read.me", new byte[] {1});
    ApiClasses api = ApiClasses.read(List.of(jar));
    assertThat(api.size()).isEqualTo(1);
    assertThat(api.methodCount()).isEqualTo(19);
    assertThat(methods(api, "sum")).containsExactly("[] [int, int, java.lang.String]");
  }

  @Test
  void signaturesThatAreNestedTooDeepAreNoReasonForAStackToOverflow() throws IOException {
    String list = "Ljava/util/List<";
    for (String deep :
        List.of(
            list.repeat(3_000) + "*" + ">;".repeat(3_000),
            "[".repeat(20_000) + "Ljava/util/List<*>;")) {
      Path jar = jar("a/B.class", classWithField(deep));
      assertThatThrownBy(() -> ApiClasses.read(List.of(jar)))
          .hasMessageStartingWith(jar + ": a/B.class is no class file that can be read: ")
          .hasMessageContaining("nested more than 64 deep");
    }
    String usual = list.repeat(60) + "*" + ">;".repeat(60);
    assertThat(ApiClasses.read(List.of(jar("a/B.class", classWithField(usual)))).size()).isOne();
  }

  private static byte[] classWithField(String signature) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "a/B", null, "java/lang/Object", null);
    writer.visitField(0, "deep", "Ljava/util/List;", signature, null).visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  @Test
  void whatCannotBeReadIsNamed() throws IOException {
    Path broken = jar("a/B.class", new byte[] {1, 2, 3});
    assertThatThrownBy(() -> ApiClasses.read(List.of(broken)))
        .hasMessageStartingWith(broken + ": a/B.class is no class file that can be read: ");
    byte[] cut = bytes(Shop.class);
    cut = java.util.Arrays.copyOf(cut, cut.length / 2);
    Path half = jar("a/Shop.class", cut);
    assertThatThrownBy(() -> ApiClasses.read(List.of(half)))
        .hasMessageStartingWith(half + ": a/Shop.class is no class file that can be read: ");
    Path text = Files.writeString(folder.resolve("no.jar"), "text");
    assertThatThrownBy(() -> ApiClasses.read(List.of(text)))
        .hasMessageStartingWith(text + " can't be read: ");
  }

  @Test
  void aClassOfMegabytesIsRefused() throws IOException {
    Path jar = jar("a/B.class", new byte[(4 << 20) + 1]);
    assertThatThrownBy(() -> ApiClasses.read(List.of(jar)))
        .hasMessageContaining("it has more than 4194304 bytes");
  }
}
