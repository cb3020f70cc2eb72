package dev.vertxmesh.bridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.api.JavaType;
import dev.vertxmesh.bridge.dubbo.api.Signature;
import dev.vertxmesh.call.ServiceKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Interfaces that no compiler minds, and of which a few would take all of the stack or heap. */
class HostileApiTest {

  private static final int ABSTRACT = Opcodes.ACC_PUBLIC | Opcodes.ACC_ABSTRACT;
  private static final String METHOD = "look";
  private static final String PAIR = "Ljava/util/Map<%1$s%1$s>;";

  @TempDir Path folder;

  private void write(String name, String generic, String signature, String... parents)
      throws IOException {
    ClassWriter writer = new ClassWriter(0);
    int access = ABSTRACT | Opcodes.ACC_INTERFACE;
    writer.visit(Opcodes.V17, access, name, generic, "java/lang/Object", parents);
    if (signature != null) {
      MethodVisitor method =
          writer.visitMethod(ABSTRACT, METHOD, "(Ljava/lang/Object;)V", signature, null);
      method.visitEnd();
    }
    writer.visitEnd();
    Files.write(folder.resolve(name + ".class"), writer.toByteArray());
  }

  private ApiClasses read() {
    return ApiClasses.read(List.of(folder));
  }

  /** A0 at the bottom. */
  private void chain(int above) throws IOException {
    for (int i = 0; i < above; i++) {
      write("A" + i, null, null, "A" + (i + 1));
    }
    write("A" + above, null, "(TT;)V");
  }

  @Test
  void aHundredInterfacesAboveEachOtherAreLookedThrough() throws IOException {
    chain(100);
    ApiClasses api = read();
    assertThat(api.methods("A0", METHOD)).hasSize(1);
    assertThat(api.names(ServiceKey.of("A0"))).containsExactly(METHOD);
    assertThat(api.below(JavaType.of("A100"), "A0")).isEqualTo(JavaType.of("A0"));
  }

  @Test
  void moreAreRefused() throws IOException {
    chain(101);
    assertThatThrownBy(this::read)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "%s: superclasses and interfaces of A0 go round, or are more than 100 deep"
                .formatted(folder));
  }

  @Test
  void soAreThoseAboveThemselves() throws IOException {
    write("A0", null, null, "A1", "A2");
    write("A1", null, null, "A2", "A0");
    write("A2", null, null, "A1", "A0");
    assertThatThrownBy(this::read).hasMessageContaining("of A0 go round");
  }

  /** 2^80 ways lead to the last. */
  @Test
  void eachInterfaceIsLookedAtOnceHoweverManyWaysLeadToIt() throws IOException {
    for (int i = 0; i < 80; i++) {
      write("A" + i, null, null, "A" + (i + 1), "B" + (i + 1));
      write("B" + i, null, null, "A" + (i + 1), "B" + (i + 1));
    }
    write("A80", null, "(TT;)V");
    write("B80", null, null);
    ApiClasses api = read();
    assertThat(api.methods("A0", METHOD)).hasSize(1);
    assertThat(api.names(ServiceKey.of("B0"))).containsExactly(METHOD);
    assertThat(api.implementations("A80")).isEmpty();
    assertThat(api.below(JavaType.of("B80"), "A0")).isEqualTo(JavaType.of("A0"));
  }

  /** The last of them would be of 2^60 types. */
  @Test
  void typeParametersThatAreTwiceThoseBeforeThemEndAtSoManyTypes() throws IOException {
    StringBuilder parameters = new StringBuilder("<T0:Ljava/lang/Object;");
    for (int i = 1; i < 60; i++) {
      parameters.append('T').append(i).append("::").append(PAIR.formatted("TT" + (i - 1) + ";"));
    }
    write("A", null, parameters + ">(TT59;)V");
    List<Signature> found = read().methods("A", METHOD);
    assertThat(found).hasSize(1);
    assertThat(found.get(0).types().get(0).toString())
        .hasSizeLessThan(20_000)
        .startsWith("java.util.Map<java.util.Map<");
  }

  @Test
  void soDoArgumentsThatAreTwiceThoseOfTheInterfaceBelow() throws IOException {
    for (int i = 0; i < 90; i++) {
      String parent = "LA" + (i + 1) + "<" + PAIR.formatted("TT;") + ">;";
      write("A" + i, "<T:Ljava/lang/Object;>Ljava/lang/Object;" + parent, null, "A" + (i + 1));
    }
    write("A90", "<T:Ljava/lang/Object;>Ljava/lang/Object;", "(TT;)V");
    List<Signature> found = read().methods("A0", METHOD);
    assertThat(found).hasSize(1);
    assertThat(found.get(0).types().get(0).toString()).hasSizeLessThan(20_000);
  }
}
