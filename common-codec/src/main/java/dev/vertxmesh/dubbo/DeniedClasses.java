package dev.vertxmesh.dubbo;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Set;

/**
 * Families of classes that no service takes or returns, and that are known for what happens when a
 * deserializer makes one: a look-up of a name, a connection, a class that is defined, a program
 * that is run. Nothing here loads a class that a peer names; whoever a message is passed on to
 * might.
 *
 * <p>A family is how the names begin. Those of which applications send something are kept narrow: a
 * {@code TimeZone} is {@code sun.util.calendar.ZoneInfo}, a date of XML is somewhere in {@code
 * com.sun.org.apache.xerces}, a page of Spring Data in {@code org.springframework.data}. Exceptions
 * go through, whatever their package: a {@code NamingException} is a result like any other.
 */
public final class DeniedClasses {

  /** As docs/dubbo.md has them. */
  static final List<String> FAMILIES =
      List.of(
          // the JDK
          "java.lang.ProcessBuilder",
          "java.lang.ProcessImpl",
          "java.lang.Runtime",
          "java.lang.UNIXProcess",
          "java.beans.EventHandler",
          "java.beans.Expression",
          "java.beans.Statement",
          "java.beans.XMLDecoder",
          "java.net.URLClassLoader",
          "java.rmi.",
          "java.security.SignedObject",
          "java.util.ServiceLoader",
          "javax.management.BadAttributeValueExpException",
          "javax.management.loading.",
          "javax.management.remote.",
          "javax.media.jai.",
          "javax.naming.",
          "javax.script.",
          "javax.sql.rowset.",
          "javax.swing.",
          "com.sun.corba.",
          "com.sun.jndi.",
          "com.sun.org.apache.bcel.",
          "com.sun.org.apache.xalan.",
          "com.sun.org.apache.xml.internal.",
          "com.sun.org.apache.xpath.",
          "com.sun.rowset.",
          "jdk.nashorn.",
          "sun.misc.",
          "sun.net.",
          "sun.print.",
          "sun.reflect.",
          "sun.rmi.",
          "sun.security.",
          "sun.swing.",
          // what is found on class paths
          "bsh.XThis",
          "ch.qos.logback.core.",
          "clojure.core$",
          "clojure.inspector",
          "clojure.main",
          "com.caucho.config.",
          "com.caucho.naming.",
          "com.ibatis.",
          "com.mchange.", // c3p0
          "com.rometools.",
          "com.sun.syndication.", // rome
          "com.zaxxer.hikari.",
          "groovy.lang.GroovyClassLoader",
          "groovy.lang.GroovyShell",
          "groovy.util.Expando",
          "javassist.",
          "oracle.jdbc.",
          "org.apache.aries.",
          "org.apache.bcel.",
          "org.apache.catalina.",
          "org.apache.commons.beanutils.",
          "org.apache.commons.collections.functors.",
          "org.apache.commons.collections.keyvalue.TiedMapEntry",
          "org.apache.commons.collections.map.LazyMap",
          "org.apache.commons.collections4.functors.",
          "org.apache.commons.collections4.keyvalue.TiedMapEntry",
          "org.apache.commons.collections4.map.LazyMap",
          "org.apache.commons.configuration.",
          "org.apache.commons.configuration2.",
          "org.apache.commons.dbcp.",
          "org.apache.commons.dbcp2.",
          "org.apache.commons.fileupload.",
          "org.apache.ibatis.datasource.",
          "org.apache.log4j.",
          "org.apache.logging.log4j.",
          "org.apache.shiro.jndi.",
          "org.apache.shiro.realm.",
          "org.apache.tomcat.dbcp.",
          "org.apache.xalan.",
          "org.apache.xbean.",
          "org.apache.xpath.",
          "org.codehaus.groovy.runtime.ConvertedClosure",
          "org.codehaus.groovy.runtime.MethodClosure",
          "org.mozilla.javascript.",
          "org.python.",
          "org.springframework.aop.",
          "org.springframework.beans.",
          "org.springframework.cglib.",
          "org.springframework.context.support.",
          "org.springframework.core.SerializableTypeWrapper",
          "org.springframework.expression.",
          "org.springframework.jndi.",
          "org.springframework.scheduling.",
          "org.springframework.scripting.",
          "org.springframework.transaction.jta.");

  /** What fastjson 1.x takes by itself, and by it anything else. */
  private static final Set<String> IN_FASTJSON =
      Set.of("java.lang.Class", "java.lang.AutoCloseable");

  /** An exception only by its name. */
  private static final String NOT_EXEMPT = "javax.management.BadAttributeValueExpException";

  /** The letter of a name that tells the families apart best. */
  private static final int TELLING = 4;

  private static final int LETTERS = 128;

  /** The families by that letter. */
  private static final String[][] BY_LETTER = byLetter();

  private DeniedClasses() {}

  private static String[][] byLetter() {
    String[][] families = new String[LETTERS][];
    for (int letter = 0; letter < LETTERS; letter++) {
      int telling = letter;
      families[letter] =
          FAMILIES.stream()
              .filter(family -> family.charAt(TELLING) == telling)
              .toArray(String[]::new);
    }
    return families;
  }

  /**
   * Whether the class is of such a family.
   *
   * @param className as it's on the wire; an array's may begin with <code>[</code> or <code>[L
   *     </code>
   */
  public static boolean isDenied(String className) {
    int start = 0;
    while (start < className.length() && isOfArray(className.charAt(start))) {
      start++;
    }
    if (className.length() - start <= TELLING || className.charAt(start + TELLING) >= LETTERS) {
      return false;
    }
    for (String family : BY_LETTER[className.charAt(start + TELLING)]) {
      if (className.startsWith(family, start)) {
        return !isException(className);
      }
    }
    return false;
  }

  /**
   * @throws DeniedClassException if the class is of such a family
   */
  static void check(String className) {
    if (isDenied(className)) {
      throw new DeniedClassException(className);
    }
  }

  /**
   * The same in fastjson's text.
   *
   * @throws DeniedClassException if the class is of such a family
   */
  static void checkInFastjson(String className) {
    if (IN_FASTJSON.contains(className) || isDenied(className)) {
      throw new DeniedClassException(className);
    }
  }

  /**
   * The same of a name in ASCII that needn't be one; nothing is made of one that may pass.
   *
   * @param start of the first character
   * @param count of characters
   * @param stride bytes from one to the next
   * @throws DeniedClassException if the class is of such a family
   * @throws IndexOutOfBoundsException if the buffer ends before the name does
   */
  static void check(ByteBuf in, int start, int count, int stride) {
    int at = start;
    int end = start + count * stride;
    while (at < end && isOfArray(in.getByte(at))) {
      at += stride;
    }
    int telling = at + TELLING * stride;
    if (telling >= end || in.getByte(telling) < 0) {
      return;
    }
    for (String family : BY_LETTER[in.getByte(telling)]) {
      if (begins(in, at, end, stride, family)) {
        check(name(in, start, end, stride));
      }
    }
  }

  private static boolean begins(ByteBuf in, int start, int end, int stride, String family) {
    if ((end - start) / stride < family.length()) {
      return false;
    }
    for (int i = 0; i < family.length(); i++) {
      if (in.getByte(start + i * stride) != family.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static String name(ByteBuf in, int start, int end, int stride) {
    StringBuilder name = new StringBuilder();
    for (int at = start; at < end; at += stride) {
      name.append((char) in.getUnsignedByte(at));
    }
    return name.toString();
  }

  private static boolean isOfArray(int letter) {
    return letter == '[' || letter == 'L';
  }

  private static boolean isException(String className) {
    return (className.endsWith("Exception") || className.endsWith("Error"))
        && !className.equals(NOT_EXEMPT);
  }
}
