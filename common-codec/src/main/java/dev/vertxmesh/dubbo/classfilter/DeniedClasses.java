package dev.vertxmesh.dubbo.classfilter;

import io.netty.buffer.ByteBuf;

/**
 * Families of classes that no service takes or returns, and that are known for what happens when a
 * deserializer makes one: a look-up of a name, a connection, a class that is defined, a program
 * that is run. Nothing here loads a class that a peer names; those that a message is passed on to
 * might.
 *
 * <p>A family is how the names begin, see {@link DeniedFamilies}. Exceptions go through, whatever
 * their package: a {@code NamingException} is a result like any other.
 */
public final class DeniedClasses {

  /** An exception only by its name. */
  private static final String NOT_EXEMPT = "javax.management.BadAttributeValueExpException";

  private DeniedClasses() {}

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
    int telling = start + DeniedFamilies.TELLING;
    if (telling >= className.length()) {
      return false;
    }
    for (String family : DeniedFamilies.having(className.charAt(telling))) {
      if (className.startsWith(family, start)) {
        return !isExempt(element(className, start));
      }
    }
    return false;
  }

  /** What an array is of, or the name itself. */
  private static String element(String className, int start) {
    int end = className.length();
    while (end > start && className.charAt(end - 1) == ';') {
      end--;
    }
    return className.substring(start, end);
  }

  /**
   * @throws DeniedClassException if the class is of such a family
   */
  public static void check(String className) {
    if (isDenied(className)) {
      throw new DeniedClassException(className);
    }
  }

  /**
   * The same in fastjson's text.
   *
   * @throws DeniedClassException if the class is of such a family
   */
  public static void checkInFastjson(String className) {
    if (DeniedFamilies.IN_FASTJSON.contains(className) || isDenied(className)) {
      throw new DeniedClassException(className);
    }
  }

  /**
   * The same of a text that may be anything: a name is all of it.
   *
   * @throws DeniedClassException if the class is of such a family
   */
  public static void checkText(String text) {
    if (isDenied(text) && text.chars().allMatch(DeniedClasses::isOfName)) {
      throw new DeniedClassException(text);
    }
  }

  private static boolean isOfName(int letter) {
    return Character.isJavaIdentifierPart(letter) || ".[];".indexOf(letter) >= 0;
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
  public static void check(ByteBuf in, int start, int count, int stride) {
    int at = start;
    int end = start + count * stride;
    while (at < end && isOfArray(in.getByte(at))) {
      at += stride;
    }
    int telling = at + DeniedFamilies.TELLING * stride;
    if (telling >= end) {
      return;
    }
    for (String family : DeniedFamilies.having(in.getByte(telling))) {
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

  private static boolean isExempt(String className) {
    boolean isException = className.endsWith("Exception") || className.endsWith("Error");
    return isException && !className.equals(NOT_EXEMPT)
        || DeniedFamilies.HARMLESS.contains(className);
  }
}
