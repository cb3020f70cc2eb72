package dev.vertxmesh.samples.dubbo3;

import dev.vertxmesh.samples.provider.CallContext;
import java.util.Map;
import org.apache.dubbo.rpc.RpcContext;

/** The call as Dubbo 3 tells it. */
final class DubboContext implements CallContext {
  @Override
  public Map<String, Object> attachments() {
    return RpcContext.getServerAttachment().getObjectAttachments();
  }

  @Override
  public boolean attach(String name, Object value) {
    RpcContext.getServerResponseContext().setObjectAttachment(name, value);
    return true;
  }
}
