package dev.vertxmesh.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What all requests for one method have in common, encoded once: only the id, the arguments and
 * attachments of a call's own are written anew.
 *
 * <pre>
 *   int at = template.begin(out, id);
 *   ... each argument ...
 *   template.end(out, at);
 * </pre>
 */
public final class RequestTemplate {

  /** The protocol's version, not a release: it is what lets responses carry attachments. */
  public static final String PROTOCOL_VERSION = "2.0.2";

  private final byte[] head;
  private final byte[] attachments;

  /**
   * @param protocolVersion that the requests claim to come from
   * @param path what the provider exports the service under: its interface's name, unless set
   * @param version the service's version, or empty
   * @param descriptor parameter types in the JVM's form
   * @param attachments of every call
   */
  public RequestTemplate(
      String protocolVersion,
      String path,
      String version,
      String method,
      String descriptor,
      Map<String, String> attachments) {
    this.head = encodeHead(protocolVersion, path, version, method, descriptor);
    this.attachments = encodeEntries(attachments);
  }

  /** What a consumer of the service attaches to each call: where the group and version stand. */
  public static Map<String, String> attachments(
      String path, String interfaceName, String group, String version) {
    Map<String, String> attachments = new LinkedHashMap<>();
    attachments.put("path", path);
    attachments.put("interface", interfaceName);
    if (!version.isEmpty()) {
      attachments.put("version", version);
    }
    if (!group.isEmpty()) {
      attachments.put("group", group);
    }
    return attachments;
  }

  /**
   * Appends all that comes before the arguments of a two-way request.
   *
   * @return where the request starts, for {@link #end}
   */
  public int begin(ByteBuf out, long id) {
    int at = out.writerIndex();
    out.writeBytes(head).setLong(at + DubboHeader.ID, id);
    return at;
  }

  /** Appends what comes after the arguments. */
  public void end(ByteBuf out, int at) {
    end(out, at, Map.of());
  }

  /**
   * @param own attachments of this call alone; of a name that the template has too, the provider
   *     sees this one
   */
  public void end(ByteBuf out, int at, Map<String, String> own) {
    out.writeByte('H').writeBytes(attachments);
    own.forEach((name, value) -> writeEntry(out, name, value));
    out.writeByte('Z');
    DubboHeader.setBody(out, at);
  }

  private static byte[] encodeHead(
      String protocolVersion, String path, String version, String method, String descriptor) {
    ByteBuf out = Unpooled.buffer();
    int flags = DubboHeader.REQUEST | DubboHeader.TWO_WAY | DubboHeader.HESSIAN2;
    DubboHeader.write(out, flags, 0, 0);
    HessianWriter.writeString(out, protocolVersion);
    HessianWriter.writeString(out, path);
    HessianWriter.writeString(out, version.isEmpty() ? null : version);
    HessianWriter.writeString(out, method);
    HessianWriter.writeString(out, descriptor);
    return bytes(out);
  }

  private static byte[] encodeEntries(Map<String, String> entries) {
    ByteBuf out = Unpooled.buffer();
    entries.forEach((name, value) -> writeEntry(out, name, value));
    return bytes(out);
  }

  private static void writeEntry(ByteBuf out, String name, String value) {
    HessianWriter.writeString(out, name);
    HessianWriter.writeString(out, value);
  }

  private static byte[] bytes(ByteBuf out) {
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes).release();
    return bytes;
  }
}
