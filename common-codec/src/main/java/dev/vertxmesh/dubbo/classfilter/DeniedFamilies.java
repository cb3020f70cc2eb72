package dev.vertxmesh.dubbo.classfilter;

import java.util.List;
import java.util.Set;

/**
 * How the names of denied classes begin. Families of which applications send something are kept
 * narrow: a {@code TimeZone} is {@code sun.util.calendar.ZoneInfo}, a date of XML is somewhere in
 * {@code com.sun.org.apache.xerces}, a page of Spring Data in {@code org.springframework.data}.
 */
public final class DeniedFamilies {

  /** As docs/dubbo.md has them. */
  public static final List<String> BEGINNINGS =
      List.of(
          // the JDK
          "java.lang.ProcessBuilder",
          "java.lang.ProcessImpl",
          "java.lang.Runtime",
          "java.lang.UNIXProcess",
          "java.awt.",
          "java.beans.EventHandler",
          "java.beans.Expression",
          "java.beans.Statement",
          "java.beans.XMLDecoder",
          "java.net.URLClassLoader",
          "java.rmi.",
          "java.security.SignedObject",
          "java.util.ServiceLoader",
          "javax.imageio.",
          "javax.management.BadAttributeValueExpException",
          "javax.management.loading.",
          "javax.management.remote.",
          "javax.media.jai.",
          "javax.naming.",
          "javax.script.",
          "javax.sql.rowset.",
          "javax.swing.",
          "javax.xml.transform.",
          "com.sun.corba.",
          "com.sun.jndi.",
          "com.sun.org.apache.bcel.",
          "com.sun.org.apache.xalan.",
          "com.sun.org.apache.xml.internal.",
          "com.sun.org.apache.xpath.",
          "com.sun.rowset.",
          "com.sun.xml.internal.bind.v2.",
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
          "com.alibaba.druid.pool.",
          "com.caucho.config.",
          "com.caucho.naming.",
          "com.ibatis.",
          "com.mchange.", // c3p0
          "com.mysql.jdbc.util.",
          "com.rometools.",
          "com.sun.syndication.", // rome
          "com.zaxxer.hikari.",
          "groovy.lang.GroovyClassLoader",
          "groovy.lang.GroovyShell",
          "groovy.util.Expando",
          "javassist.",
          "net.sf.ehcache.transaction.",
          "ognl.",
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
          "org.apache.ibatis.executor.loader.",
          "org.apache.ignite.cache.",
          "org.apache.log4j.",
          "org.apache.logging.log4j.",
          "org.apache.openjpa.ee.",
          "org.apache.shiro.jndi.",
          "org.apache.shiro.realm.",
          "org.apache.tomcat.dbcp.",
          "org.apache.velocity.",
          "org.apache.xalan.",
          "org.apache.xbean.",
          "org.apache.xpath.",
          "org.codehaus.groovy.runtime.ConvertedClosure",
          "org.codehaus.groovy.runtime.MethodClosure",
          "org.h2.jdbcx.",
          "org.hibernate.tuple.component.",
          "org.hibernate.type.",
          "org.jboss.",
          "org.mozilla.javascript.",
          "org.python.",
          "org.quartz.",
          "org.springframework.aop.",
          "org.springframework.beans.",
          "org.springframework.cglib.",
          "org.springframework.context.support.",
          "org.springframework.core.SerializableTypeWrapper",
          "org.springframework.expression.",
          "org.springframework.jndi.",
          "org.springframework.scheduling.",
          "org.springframework.scripting.",
          "org.springframework.transaction.jta.",
          "org.thymeleaf.");

  /** Members of them that hold data and do nothing. */
  static final Set<String> HARMLESS =
      Set.of(
          "java.awt.Color",
          "java.awt.Dimension",
          "java.awt.Point",
          "java.awt.Rectangle",
          "javax.naming.CompositeName", // a NamingException has one of these three
          "javax.naming.CompoundName",
          "javax.naming.ldap.LdapName",
          "javax.sql.rowset.serial.SerialBlob",
          "javax.sql.rowset.serial.SerialClob",
          "javax.swing.tree.DefaultMutableTreeNode");

  /** What fastjson 1.x takes by itself, and by it anything else. */
  public static final Set<String> IN_FASTJSON =
      Set.of("java.lang.Class", "java.lang.AutoCloseable");

  /** The letter of a name that tells the families apart best. */
  public static final int TELLING = 4;

  private static final int LETTERS = 128;

  private static final String[] NONE = {};

  /** The families by that letter. */
  private static final String[][] BY_LETTER = byLetter();

  private DeniedFamilies() {}

  private static String[][] byLetter() {
    String[][] families = new String[LETTERS][];
    for (int letter = 0; letter < LETTERS; letter++) {
      int telling = letter;
      families[letter] =
          BEGINNINGS.stream()
              .filter(family -> family.charAt(TELLING) == telling)
              .toArray(String[]::new);
    }
    return families;
  }

  /**
   * Those that a name may be of.
   *
   * @param telling its letter at {@link #TELLING}
   */
  public static String[] having(int telling) {
    return telling < 0 || telling >= LETTERS ? NONE : BY_LETTER[telling];
  }
}
