package dev.vertxmesh.dubbo;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.vertxmesh.dubbo.classfilter.DeniedClasses;
import dev.vertxmesh.dubbo.wire.DubboCodecException;
import dev.vertxmesh.fuzz.HessianScript;
import dev.vertxmesh.fuzz.Peers;
import dev.vertxmesh.fuzz.Price;
import dev.vertxmesh.fuzz.Script;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A request in hessian2 that is let through means to the provider what it meant here: no class that
 * is denied, no arguments in Java's own serialization, and the service that was routed by. The
 * provider is the real hessian-lite, of Dubbo 3.3 and of 2.6.
 */
class GuardFuzz {

  /** A text of one letter is a string of some 60 bytes where it's looked at. */
  private static final Price PRICE = new Price(64);

  private static final List<Function<byte[], Map<String, Object>>> PEERS = Peers.hessian();

  private final RequestHeadReader heads = new RequestHeadReader();

  @FuzzTest
  void guards(byte[] input) {
    if (input.length == 0) {
      return;
    }
    Script script = new Script(input, 1);
    byte[] body = input[0] < 0 ? HessianScript.request(script) : script.rest();
    RequestHead[] head = new RequestHead[1];
    PRICE.hold(body.length, () -> head[0] = read(body));
    if (head[0] != null) {
      PEERS.forEach(peer -> compare(head[0], peer.apply(body)));
    }
  }

  /** Null if it's refused. */
  private RequestHead read(byte[] body) {
    ByteBuf in = Unpooled.wrappedBuffer(body);
    try {
      return heads.read(DubboHeader.HESSIAN2, in);
    } catch (DubboCodecException e) {
      return null;
    }
  }

  private static void compare(RequestHead ours, Map<String, Object> told) {
    for (Object type : (Set<?>) told.get("types")) {
      expect(!DeniedClasses.isDenied((String) type), "it makes a " + type, told);
    }
    if (!(told.get("attachments") instanceof Map<?, ?> attachments)) {
      return;
    }
    Object mode = attachments.get("generic");
    boolean own = mode instanceof String text && text.equalsIgnoreCase("nativejava");
    expect(!own || !ours.method().startsWith("$invoke"), "it takes Java's own objects", told);
    boolean plain = attachments.values().stream().allMatch(v -> v == null || v instanceof String);
    if (plain && !told.containsKey("skipped")) {
      expectSame(ours, (List<?>) told.get("head"), attachments, told);
    }
  }

  /**
   * {@code DecodeableRpcInvocation} puts the attachments over what the head says, a null too; and
   * {@code DubboProtocol.getInvoker} looks for the service by path, version and group.
   */
  private static void expectSame(
      RequestHead ours, List<?> head, Map<?, ?> attachments, Map<String, Object> told) {
    expectSame("method", ours.method(), head.get(3), told);
    expectSame("descriptor", ours.descriptor(), head.get(4), told);
    Object path = attachments.containsKey("path") ? attachments.get("path") : head.get(1);
    expectSame("service", ours.interfaceName(), path, told);
    Object version = attachments.containsKey("version") ? attachments.get("version") : head.get(2);
    expectSame("version", ours.version(), version, told);
    expectSame("group", ours.group(), attachments.get("group"), told);
  }

  private static boolean isEmpty(Object text) {
    return text == null || text.equals("");
  }

  private static void expectSame(
      String what, String ours, Object theirs, Map<String, Object> told) {
    boolean same = isEmpty(ours) ? isEmpty(theirs) : ours.equals(theirs);
    expect(same, "the %s is '%s' here, and there it's '%s'".formatted(what, ours, theirs), told);
  }

  private static void expect(boolean holds, String otherwise, Map<String, Object> told) {
    if (!holds) {
      throw new AssertionError(
          "the provider lets through another request: %s (%s, %s)"
              .formatted(otherwise, told.get("skipped"), told.get("fault")));
    }
  }
}
