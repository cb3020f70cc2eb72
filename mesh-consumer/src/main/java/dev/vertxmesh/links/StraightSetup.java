package dev.vertxmesh.links;

import dev.vertxmesh.bridge.dubbo.DubboBridge;
import dev.vertxmesh.bridge.dubbo.DubboObserver;
import dev.vertxmesh.bridge.dubbo.DubboOptions;
import dev.vertxmesh.bridge.dubbo.api.ApiClasses;
import dev.vertxmesh.bridge.dubbo.exports.ExportsAsker;
import dev.vertxmesh.bridge.dubbo.exports.ExportsWatch;
import dev.vertxmesh.discovery.HostPort;
import io.vertx.core.Context;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.function.LongSupplier;

/**
 * What one event loop's connections straight to providers have in common.
 *
 * @param context the verticle's own
 * @param maxBody the longest request and response, in bytes
 * @param api what is known of the providers'
 * @param attachments of those that Dubbo goes by the ones that callers may set
 * @param loops how many event loops share a provider's limit
 */
public record StraightSetup(
    Context context,
    int maxBody,
    ApiClasses api,
    JsonArray attachments,
    int loops,
    LongSupplier nanoClock) {

  DubboBridge bridge(HostPort address, DubboObserver observer) {
    DubboOptions options =
        DubboOptions.from(
            new JsonObject()
                .put("host", address.host())
                .put("port", address.port())
                .put("maxBody", maxBody)
                .put("allowedAttachments", attachments));
    return DubboBridge.open(context, options, observer, api);
  }

  ExportsWatch exports(HostPort address, ExportsWatch.Listener listener) {
    HostPort qos = new HostPort(address.host(), ExportsAsker.QOS_PORT);
    ExportsAsker asker = new ExportsAsker(context.owner(), address, qos);
    return new ExportsWatch(context, asker, ExportsWatch.INTERVAL_MILLIS, listener);
  }
}
