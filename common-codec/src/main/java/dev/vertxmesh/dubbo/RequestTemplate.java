package dev.vertxmesh.dubbo;

import dev.vertxmesh.dubbo.hessian.HessianArguments;
import dev.vertxmesh.dubbo.hessian.HessianWriter;
import dev.vertxmesh.dubbo.wire.ValueWriter;
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
 *   ValueWriter arguments = template.serialization().writer(out);
 *   ... each argument ...
 *   template.end(out, at, own, arguments);
 * </pre>
 */
public final class RequestTemplate {

  /** The protocol's version, not a release: it is what lets responses carry attachments. */
  public static final String PROTOCOL_VERSION = "2.0.2";

  private final Serialization serialization;
  private final Map<String, String> attachments;
  private final byte[] head;
  private final byte[] encodedAttachments;

  /**
   * @param protocolVersion that the requests claim to come from
   * @param path what the provider exports the service under: its interface's name, unless set
   * @param version the service's version, or empty
   * @param descriptor parameter types in the JVM's form
   * @param attachments of every call
   */
  public RequestTemplate(
      Serialization serialization,
      String protocolVersion,
      String path,
      String version,
      String method,
      String descriptor,
      Map<String, String> attachments) {
    this.serialization = serialization;
    this.attachments = new LinkedHashMap<>(attachments);
    this.head = encodeHead(protocolVersion, path, version, method, descriptor);
    this.encodedAttachments =
        serialization == Serialization.HESSIAN2
            ? encodeEntries(attachments)
            : encode(serialization, attachments);
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

  public Serialization serialization() {
    return serialization;
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

  /** The same for a request that no answer is expected to. */
  public int beginOneWay(ByteBuf out, long id) {
    int at = begin(out, id);
    int flags = out.getByte(at + DubboHeader.FLAGS) & ~DubboHeader.TWO_WAY;
    out.setByte(at + DubboHeader.FLAGS, flags);
    return at;
  }

  /** Appends what comes after the arguments. */
  public void end(ByteBuf out, int at) {
    end(out, at, Map.of());
  }

  /**
   * The same for arguments that were all simple values, written to {@code out} itself.
   *
   * @param own attachments of this call alone; of a name that the template has too, the provider
   *     sees this one
   */
  public void end(ByteBuf out, int at, Map<String, ?> own) {
    end(out, at, own, null);
  }

  /**
   * @param arguments what the arguments were written with: an attachment that is no simple value
   *     shares its numbering
   */
  public void end(ByteBuf out, int at, Map<String, ?> own, ValueWriter arguments) {
    if (serialization == Serialization.HESSIAN2) {
      ValueWriter writer = arguments == null ? new HessianArguments(out) : arguments;
      endHessian(out, own, writer);
      if (writer instanceof HessianArguments written) {
        written.end();
      }
    } else if (own.isEmpty()) {
      out.writeBytes(encodedAttachments);
    } else {
      serialization.writer(out).write(all(own));
    }
    DubboHeader.setBody(out, at);
  }

  private void endHessian(ByteBuf out, Map<String, ?> own, ValueWriter writer) {
    int start = out.writerIndex();
    out.writeByte('H').writeBytes(encodedAttachments);
    for (Map.Entry<String, ?> entry : own.entrySet()) {
      HessianWriter.writeString(out, entry.getKey());
      if (!HessianArguments.writeSimple(out, entry.getValue())) {
        out.writerIndex(start);
        writer.write(all(own));
        return;
      }
    }
    out.writeByte('Z');
  }

  private Map<String, Object> all(Map<String, ?> own) {
    Map<String, Object> all = new LinkedHashMap<>(attachments);
    all.putAll(own);
    return all;
  }

  private byte[] encodeHead(
      String protocolVersion, String path, String version, String method, String descriptor) {
    ByteBuf out = Unpooled.buffer();
    int flags = DubboHeader.REQUEST | DubboHeader.TWO_WAY | serialization.id();
    DubboHeader.write(out, flags, 0, 0);
    ValueWriter writer = serialization.writer(out);
    writer.write(protocolVersion);
    writer.write(path);
    writer.write(version.isEmpty() ? null : version);
    writer.write(method);
    writer.write(descriptor);
    return bytes(out);
  }

  private static byte[] encode(Serialization serialization, Map<String, String> entries) {
    ByteBuf out = Unpooled.buffer();
    serialization.writer(out).write(entries);
    return bytes(out);
  }

  private static byte[] encodeEntries(Map<String, String> entries) {
    ByteBuf out = Unpooled.buffer();
    entries.forEach(
        (name, value) -> {
          HessianWriter.writeString(out, name);
          HessianWriter.writeString(out, value);
        });
    return bytes(out);
  }

  private static byte[] bytes(ByteBuf out) {
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes).release();
    return bytes;
  }
}
