package dev.vertxmesh.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.compiler.support.AdaptiveCompiler;
import org.apache.dubbo.common.serialize.ObjectInput;
import org.apache.dubbo.remoting.Channel;
import org.apache.dubbo.remoting.buffer.ChannelBuffer;
import org.apache.dubbo.remoting.buffer.ChannelBuffers;
import org.apache.dubbo.remoting.exchange.HeartBeatRequest;
import org.apache.dubbo.remoting.exchange.HeartBeatResponse;
import org.apache.dubbo.remoting.exchange.Request;
import org.apache.dubbo.remoting.exchange.Response;
import org.apache.dubbo.remoting.transport.CodecSupport;
import org.apache.dubbo.rpc.AppResponse;
import org.apache.dubbo.rpc.RpcInvocation;
import org.apache.dubbo.rpc.model.FrameworkModel;
import org.apache.dubbo.rpc.protocol.dubbo.DubboCodec;

/** The other side: messages by Dubbo 3.3's own codec, and its own view of ours. */
final class DubboPeer {

  /** What makes a provider attach something to its responses, and what doesn't. */
  static final String ATTACHING = "2.0.2";

  static final String NOT_ATTACHING = "2.0.1";

  /** Held, because otherwise its level is forgotten. */
  private static final Logger LOGGER = Logger.getLogger("org.apache.dubbo");

  static {
    LOGGER.setLevel(Level.OFF);
    AdaptiveCompiler.setDefaultCompiler(System.getProperty("peers.compiler", "javassist"));
  }

  private static final FrameworkModel MODEL = FrameworkModel.defaultModel();
  private static final DubboCodec CODEC = new DubboCodec(MODEL);

  private DubboPeer() {}

  static ByteBuf request(
      Serialization serialization,
      boolean twoWay,
      Class<?>[] types,
      Object[] arguments,
      Map<String, Object> attachments) {
    RpcInvocation invocation = new RpcInvocation(null, "m", "a.B", "", types, arguments);
    attachments.forEach(invocation::setObjectAttachment);
    Request request = new Request(7);
    request.setVersion(ATTACHING);
    request.setTwoWay(twoWay);
    request.setData(invocation);
    return encode(serialization, request);
  }

  static ByteBuf value(Serialization serialization, Object value, String version) {
    return response(serialization, new AppResponse(value), version);
  }

  static ByteBuf thrown(Serialization serialization, Throwable thrown, String version) {
    return response(serialization, new AppResponse(thrown), version);
  }

  private static ByteBuf response(Serialization serialization, AppResponse result, String version) {
    result.setObjectAttachment("trace", "t1");
    result.setObjectAttachment("attempt", 2);
    Response response = new Response(7, version);
    response.setResult(result);
    return encode(serialization, response);
  }

  static ByteBuf failure(Serialization serialization, int status, String reason) {
    Response response = new Response(7, ATTACHING);
    response.setStatus((byte) status);
    response.setErrorMessage(reason);
    return encode(serialization, response);
  }

  static ByteBuf heartbeat(Serialization serialization) {
    HeartBeatRequest request = new HeartBeatRequest(7);
    request.setVersion(ATTACHING);
    request.setTwoWay(true);
    request.setEvent((String) null);
    return withNull(serialization, encode(serialization, request));
  }

  static ByteBuf heartbeatAnswer(Serialization serialization) {
    HeartBeatResponse response = new HeartBeatResponse(7, ATTACHING);
    response.setProto((byte) serialization.id());
    response.setEvent((String) null);
    return withNull(serialization, encode(serialization, response));
  }

  static ByteBuf readOnly(Serialization serialization) {
    Request request = new Request(7);
    request.setVersion(ATTACHING);
    request.setTwoWay(false);
    request.setEvent("R");
    return encode(serialization, request);
  }

  /** Dubbo keeps the null of a number: the second layout of fastjson's gets the first one's. */
  private static ByteBuf withNull(Serialization serialization, ByteBuf message) {
    if (serialization != Serialization.FASTJSON_COUNTED) {
      return message;
    }
    ByteBuf asEvent = body(serialization, new Object[] {null});
    ByteBuf whole = Unpooled.buffer().writeBytes(message, 0, DubboHeader.SIZE).writeBytes(asEvent);
    whole.setInt(DubboHeader.LENGTH, asEvent.writerIndex());
    return whole;
  }

  /** The values as Dubbo's own serialization writes them, each as an object. */
  static ByteBuf body(Serialization serialization, Object... values) {
    ByteBuf body = Unpooled.buffer();
    try {
      var out =
          serialization(serialization).serialize(url(serialization), new ByteBufOutputStream(body));
      for (Object value : values) {
        out.writeObject(value);
      }
      out.flushBuffer();
      return body;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ObjectInput input(Serialization serialization, ByteBuf body) {
    try {
      return serialization(serialization)
          .deserialize(url(serialization), new ByteBufInputStream(body));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static org.apache.dubbo.common.serialize.Serialization serialization(
      Serialization serialization) {
    return CodecSupport.getSerializationById((byte) serialization.id());
  }

  private static ByteBuf encode(Serialization serialization, Object message) {
    try {
      ChannelBuffer out = ChannelBuffers.dynamicBuffer();
      CODEC.encode(channel(serialization), out, message);
      byte[] bytes = new byte[out.readableBytes()];
      out.readBytes(bytes);
      return Unpooled.wrappedBuffer(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static URL url(Serialization serialization) {
    String name =
        switch (serialization) {
          case HESSIAN2 -> "hessian2";
          case FASTJSON -> "fastjson";
          case FASTJSON_COUNTED -> "fastjson&layout=counted";
          case FASTJSON2 -> "fastjson2";
        };
    return URL.valueOf("dubbo://127.0.0.1:20880/a.B?serialization=" + name)
        .setScopeModel(MODEL.defaultApplication().getDefaultModule());
  }

  private static Channel channel(Serialization serialization) {
    URL url = url(serialization);
    return (Channel)
        Proxy.newProxyInstance(
            Channel.class.getClassLoader(),
            new Class<?>[] {Channel.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "getUrl" -> url;
                  case "getLocalAddress", "getRemoteAddress" -> new InetSocketAddress(1);
                  case "hasAttribute" -> false;
                  default -> null;
                });
  }
}
