package dev.vertxmesh.it.gadget;

import dev.vertxmesh.dubbo.DubboHeader;
import dev.vertxmesh.dubbo.RequestTemplate;
import dev.vertxmesh.dubbo.Serialization;
import dev.vertxmesh.dubbo.wire.ValueWriter;
import dev.vertxmesh.dubbo.wire.WireObject;
import dev.vertxmesh.it.harness.Samples;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Messages with an object of a class that an attacker names. */
final class Payloads {

  /** One of an application's own, as far as anyone can tell by its name. */
  static final String CANARY = Canary.class.getName();

  /** What payloads are made of that are known, of the JDK's and of other libraries. */
  static final List<String> GADGETS =
      List.of(
          "java.lang.ProcessBuilder",
          "com.sun.rowset.JdbcRowSetImpl",
          "com.sun.org.apache.xalan.internal.xsltc.trax.TemplatesImpl",
          "com.sun.org.apache.xpath.internal.objects.XString",
          "javax.naming.ldap.Rdn$RdnEntry",
          "javax.swing.UIDefaults",
          "sun.print.UnixPrintServiceLookup",
          "com.mchange.v2.c3p0.JndiRefForwardingDataSource",
          "com.sun.syndication.feed.impl.ToStringBean",
          "org.apache.commons.collections.functors.InvokerTransformer",
          "org.apache.xbean.naming.context.ContextUtil$ReadOnlyBinding",
          "org.codehaus.groovy.runtime.MethodClosure",
          "org.springframework.beans.factory.config.PropertyPathFactoryBean");

  /** Canaries get to their provider, who never answers some. */
  private static final String CANARY_MILLIS = "1000";

  private static final String MILLIS = "100000";

  private static final int HEAD_STRINGS = 5;

  private final Serialization in;

  Payloads(Serialization in) {
    this.in = in;
  }

  /** A request that names no class. */
  byte[] harmless(long id) {
    return request(id, MILLIS, out -> in.writer(out).write("a"), Map.of());
  }

  private static String millis(String className) {
    return className.equals(CANARY) ? CANARY_MILLIS : MILLIS;
  }

  /** A request for a method that takes an Object. */
  byte[] argument(long id, String className) {
    return request(id, millis(className), out -> write(out, className), Map.of());
  }

  /** The same with the object deep inside of lists, and before them once more. */
  byte[] nested(long id, String className) {
    String text = "[[%s]]".formatted(json(className));
    return request(
        id,
        millis(className),
        out -> {
          if (in == Serialization.FASTJSON) {
            ByteBufUtil.writeUtf8(out, text + "\n");
          } else {
            in.writer(out).write(List.of(List.of(object(className))));
          }
        },
        Map.of());
  }

  /** A request whose attachment of this name is the object. */
  byte[] attachment(long id, String className, String name) {
    if (in != Serialization.FASTJSON) {
      return request(
          id, millis(className), out -> in.writer(out).write("a"), Map.of(name, object(className)));
    }
    ByteBuf out = Unpooled.buffer();
    String millis = millis(className);
    int at = template(millis).begin(out, id);
    String all = "{\"path\":\"%s\",\"interface\":\"%<s\",\"timeout\":\"%s\",\"%s\":%s}";
    ByteBufUtil.writeUtf8(
        out, "\"a\"\n" + all.formatted(Samples.USERS, millis, name, json(className)) + "\n");
    return withBody(out, at);
  }

  /**
   * A request that has the object in the place of one of the strings that it begins with.
   *
   * @param place from 0: Dubbo's version, path, version, method, descriptor
   */
  byte[] head(long id, String className, int place) {
    ByteBuf out = Unpooled.buffer();
    String millis = millis(className);
    template(millis).begin(out, id);
    out.writerIndex(DubboHeader.SIZE);
    String[] strings = {"2.0.2", Samples.USERS, "0.0.0", "sameObject", "Ljava/lang/Object;"};
    for (int i = 0; i < HEAD_STRINGS; i++) {
      if (i == place) {
        write(out, className);
      } else {
        in.writer(out).write(strings[i]);
      }
    }
    in.writer(out).write("a");
    in.writer(out).write(Map.of("path", Samples.USERS, "timeout", millis));
    return withBody(out, 0);
  }

  /** The body of a response whose result it is. */
  byte[] result(String className) {
    return body(1, out -> write(out, className));
  }

  /** The body of a response whose exception it is. */
  byte[] thrown(String className) {
    return body(0, out -> write(out, className));
  }

  /** The body of a response that has it as an attachment. */
  byte[] attached(String className) {
    return body(
        4,
        out -> {
          in.writer(out).write("fine");
          if (in == Serialization.FASTJSON) {
            ByteBufUtil.writeUtf8(out, "{\"x\":" + json(className) + "}\n");
          } else {
            in.writer(out).write(Map.of("x", object(className)));
          }
        });
  }

  private byte[] body(int flag, Writing rest) {
    ByteBuf out = Unpooled.buffer();
    in.writer(out).write(flag);
    rest.to(out);
    return ByteBufUtil.getBytes(out);
  }

  @FunctionalInterface
  private interface Writing {
    void to(ByteBuf out);
  }

  private byte[] request(long id, String millis, Writing argument, Map<String, ?> attachments) {
    ByteBuf out = Unpooled.buffer();
    RequestTemplate template = template(millis);
    int at = template.begin(out, id);
    argument.to(out);
    ValueWriter last = in.writer(out);
    template.end(out, at, attachments, last);
    return ByteBufUtil.getBytes(out);
  }

  private RequestTemplate template(String millis) {
    Map<String, String> attachments =
        RequestTemplate.attachments(Samples.USERS, Samples.USERS, "", "");
    attachments.put("timeout", millis);
    return new RequestTemplate(
        in,
        RequestTemplate.PROTOCOL_VERSION,
        Samples.USERS,
        "",
        "sameObject",
        "Ljava/lang/Object;",
        attachments);
  }

  private static byte[] withBody(ByteBuf out, int at) {
    byte[] bytes = ByteBufUtil.getBytes(out);
    ByteBuffer.wrap(bytes)
        .putInt(at + DubboHeader.SIZE - Integer.BYTES, bytes.length - DubboHeader.SIZE);
    return bytes;
  }

  private void write(ByteBuf out, String className) {
    if (in == Serialization.FASTJSON) { // which writes no classes itself
      out.writeCharSequence(json(className) + "\n", StandardCharsets.UTF_8);
    } else {
      in.writer(out).write(object(className));
    }
  }

  private static WireObject object(String className) {
    return WireObject.of(className, new String[] {"dataSourceName"}, "ldap://127.0.0.1:1/x");
  }

  private static String json(String className) {
    return "{\"@type\":\"%s\",\"dataSourceName\":\"ldap://127.0.0.1:1/x\"}".formatted(className);
  }
}
