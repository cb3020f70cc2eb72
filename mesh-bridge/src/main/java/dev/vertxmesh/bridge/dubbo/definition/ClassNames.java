package dev.vertxmesh.bridge.dubbo.definition;

import dev.vertxmesh.bridge.dubbo.values.BadArgument;
import dev.vertxmesh.bridge.dubbo.values.NamedClasses;

/**
 * Classes' names. A definition has those of nested classes as Java source does, {@code
 * com.x.Orders.Order}, and a provider finds a class by {@code com.x.Orders$Order} alone. Nothing
 * tells the two apart but the custom that packages begin with a small letter and classes don't, and
 * the interface's package, which is known.
 */
final class ClassNames {

  private final String interfaceName;

  /**
   * @param interfaceName of the service, as {@link Class#getName} has it
   */
  ClassNames(String interfaceName) {
    this.interfaceName = interfaceName;
  }

  static boolean isOfName(char c) {
    return Character.isJavaIdentifierPart(c) && !Character.isIdentifierIgnorable(c) || c == '.';
  }

  /** Whether it can be a class's. */
  static boolean isName(String name) {
    return !name.isEmpty()
        && name.chars().allMatch(c -> isOfName((char) c))
        && !name.startsWith(".")
        && !name.endsWith(".")
        && !name.contains("..");
  }

  /** Whether a provider may be asked to make one: not the JDK's, nor what attacks are made of. */
  static boolean isSendable(String binary) {
    try {
      NamedClasses.ANY_BUT_THE_JDKS.check(binary);
      return true;
    } catch (BadArgument e) {
      return false;
    }
  }

  /** As {@link Class#getName} has it. */
  String binary(String name) {
    int dot = name.lastIndexOf('.');
    if (name.indexOf('$') >= 0) {
      return name;
    }
    String binary = name;
    while (dot > 0 && isClass(name.substring(0, dot))) {
      binary = binary.substring(0, dot) + '$' + binary.substring(dot + 1);
      dot = name.lastIndexOf('.', dot - 1);
    }
    return binary;
  }

  /** Whether what stands before a dot is a class, and no package. */
  private boolean isClass(String name) {
    boolean isCapital = Character.isUpperCase(name.charAt(name.lastIndexOf('.') + 1));
    return name.equals(interfaceName.replace('$', '.'))
        || isCapital && !interfaceName.startsWith(name + '.');
  }
}
