package dev.vertxmesh.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.vertxmesh.dubbo.classfilter.DeniedClassException;
import dev.vertxmesh.dubbo.classfilter.DeniedClasses;
import dev.vertxmesh.dubbo.classfilter.DeniedFamilies;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeniedNamesTest {

  private static final String GADGET = "com.sun.rowset.JdbcRowSetImpl";

  @Test
  void theDocumentationHasTheFamilies() throws IOException {
    String docs = Files.readString(Path.of("..", "docs", "dubbo.md"));
    String begin = "```families\n";
    int from = docs.indexOf(begin) + begin.length();
    assertThat(docs.substring(from, docs.indexOf("\n```", from)).split("\\s+"))
        .containsExactlyInAnyOrderElementsOf(DeniedFamilies.BEGINNINGS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        GADGET,
        "[" + GADGET,
        "[L" + GADGET + ";",
        "java.lang.ProcessBuilder",
        "javax.naming.ldap.Rdn$RdnEntry",
        "javax.management.BadAttributeValueExpException",
        "org.springframework.aop.support.DefaultBeanFactoryPointcutAdvisor",
        "org.apache.commons.collections4.functors.InvokerTransformer",
        "com.sun.org.apache.xpath.internal.objects.XString",
        "com.rometools.rome.feed.impl.ToStringBean",
        "sun.reflect.annotation.AnnotationInvocationHandler",
        "com.mchange.v2.c3p0.WrapperConnectionPoolDataSource",
        "[Ljavax.naming.Reference;",
        "java.awt.Component",
        "javax.swing.UIDefaults$ProxyLazyValue",
        "ognl.OgnlContext",
        "org.thymeleaf.TemplateEngine"
      })
  void aClassOfAKnownFamilyIsDenied(String name) {
    assertThat(DeniedClasses.isDenied(name)).isTrue();
    for (int stride = 1; stride <= 2; stride++) {
      ByteBuf bytes = spread(name, stride);
      assertThatThrownBy(() -> check(bytes, name.length()))
          .isInstanceOf(DeniedClassException.class)
          .hasMessageContaining("it names the class %s, ", name);
    }
  }

  /** Each letter before as many bytes less one as it takes, and behind a byte that isn't its. */
  private static ByteBuf spread(String name, int stride) {
    ByteBuf bytes = Unpooled.buffer().writeByte('x');
    for (char letter : name.toCharArray()) {
      bytes.writeByte(letter).writeZero(stride - 1);
    }
    return bytes;
  }

  private static void check(ByteBuf bytes, int letters) {
    DeniedClasses.check(bytes, 1, letters, (bytes.readableBytes() - 1) / letters);
  }

  @Test
  void aNameIsOfAFamilyOnlyIfAllOfItsBeginningIsThere() {
    for (String family : DeniedFamilies.BEGINNINGS) {
      String shorter = family.substring(0, family.length() - 1);
      for (int stride = 1; stride <= 2; stride++) {
        int letters = shorter.length();
        ByteBuf bytes = spread(family, stride);
        DeniedClasses.check(bytes, 1, letters, stride);
        assertThatThrownBy(() -> check(bytes, family.length()))
            .as(family)
            .isInstanceOf(DeniedClassException.class);
      }
      assertThat(DeniedClasses.isDenied(shorter)).as(shorter).isFalse();
      assertThat(DeniedClasses.isDenied(family)).as(family).isTrue();
    }
  }

  @Test
  void aNameInATextIsAllOfIt() {
    assertThatThrownBy(() -> DeniedClasses.checkText("[L" + GADGET + ";"))
        .isInstanceOf(DeniedClassException.class);
    DeniedClasses.checkText(GADGET + " is a class");
    DeniedClasses.checkText("com.acme.Order");
    assertThatThrownBy(() -> DeniedClasses.checkInFastjson("java.lang.Class"))
        .isInstanceOf(DeniedClassException.class);
    assertThatThrownBy(() -> DeniedClasses.checkInFastjson(GADGET))
        .isInstanceOf(DeniedClassException.class);
    DeniedClasses.checkInFastjson("java.lang.Classes");
  }

  @Test
  void oneThatMightBeAnExceptionIsDeniedAllTheSame() {
    String exception = "javax.management.BadAttributeValueExpException";
    assertThat(DeniedClasses.isDenied("[L" + exception + ";;")).isTrue();
    assertThat(DeniedClasses.isDenied("[Ljavax.naming.NamingException;;")).isFalse();
    assertThat(DeniedClasses.isDenied("java.rmi.SomeError")).isFalse();
    assertThat(DeniedClasses.isDenied("java.rmi.Erroneous")).isTrue();
  }

  @Test
  void aLongNameIsShownInPart() {
    String name = "java.awt." + "x".repeat(191);
    assertThatThrownBy(() -> DeniedClasses.check(name)).hasMessageContaining(name + ", which");
    assertThatThrownBy(() -> DeniedClasses.check(name + "y"))
        .hasMessageContaining(name + "..., which");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[",
        "L",
        "数据",
        "com.数据.订单",
        "int",
        "com.sun",
        "com.acme.sun.rowset.JdbcRowSetImpl",
        "com.sunny.rowset.Order",
        "java.util.ArrayList",
        "java.lang.Class",
        "sun.util.calendar.ZoneInfo",
        "com.sun.org.apache.xerces.internal.jaxp.datatype.XMLGregorianCalendarImpl",
        "javax.naming.NameNotFoundException",
        "[Ljavax.naming.NamingException;",
        "javax.naming.CompositeName",
        "javax.naming.ldap.LdapName",
        "[[Ljava.awt.Point;",
        "javax.sql.rowset.serial.SerialBlob",
        "javax.swing.tree.DefaultMutableTreeNode",
        "java.rmi.RemoteException",
        "org.springframework.data.domain.PageImpl",
        "org.springframework.beans.factory.BeanCreationException"
      })
  void whatApplicationsSendIsNot(String name) {
    assertThat(DeniedClasses.isDenied(name)).isFalse();
    ByteBuf ascii = Unpooled.copiedBuffer(name, StandardCharsets.UTF_8);
    DeniedClasses.check(ascii, 0, ascii.readableBytes(), 1);
  }
}
