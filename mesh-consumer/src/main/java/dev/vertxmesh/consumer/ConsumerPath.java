package dev.vertxmesh.consumer;

import dev.vertxmesh.access.AccessFilter;
import dev.vertxmesh.access.LinkTrust;
import dev.vertxmesh.access.outside.AttachmentFilter;
import dev.vertxmesh.access.outside.AttachmentPolicy;
import dev.vertxmesh.access.outside.ReservedMethods;
import dev.vertxmesh.admission.LoopQueue;
import dev.vertxmesh.balance.Balancer;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.consumer.routes.RuledTimeout;
import dev.vertxmesh.consumer.routes.TagHeader;
import dev.vertxmesh.filter.CallPath;
import dev.vertxmesh.filter.Filter;
import dev.vertxmesh.ingress.grpc.builtin.BuiltinServices;
import dev.vertxmesh.ingress.grpc.builtin.MeshView;
import dev.vertxmesh.ingress.grpc.builtin.ReflectionGuard;
import dev.vertxmesh.launch.AgentContext;
import dev.vertxmesh.launch.plugin.PluginFilters;
import dev.vertxmesh.limits.LimitFilter;
import dev.vertxmesh.links.LazyConnectFilter;
import dev.vertxmesh.links.Links;
import dev.vertxmesh.resilience.DeadlineFilter;
import dev.vertxmesh.resilience.DeadlineWheel;
import dev.vertxmesh.telemetry.MeshMeters;
import dev.vertxmesh.telemetry.MeteringFilter;
import io.vertx.core.Future;
import java.util.function.LongSupplier;

/** What calls pass on their way through this agent, on one event loop, from top to bottom. */
final class ConsumerPath implements CallPath, LoopQueue.Calls {

  private static final LongSupplier CLOCK = System::nanoTime;

  private final DeadlineWheel wheel;
  private final AccessFilter access;
  private final MeteringFilter meter;
  private final CallPath layers;

  /**
   * @param links made for services that are called
   * @param balancer knows which services there are, and chooses who answers
   * @param mesh what callers may ask this agent about them
   * @param plugins layers of somebody else's
   */
  ConsumerPath(
      AgentContext agent,
      Links links,
      Balancer balancer,
      MeshView mesh,
      PluginFilters plugins,
      RetryOptions retry,
      ConsumerOptions options) {
    MeshMeters meters = agent.meters();
    String where = agent.name();
    String told = agent.common().identityAttachment();
    access = new AccessFilter(agent.access(), where, LinkTrust.NEVER, options.tls.clients(), told);
    wheel = DeadlineWheel.turning(agent.vertx(), CLOCK);
    meter = new MeteringFilter(meters, balancer::knows, meters.refusals("provider-limit"), CLOCK);
    layers =
        CallPath.of(
            Filter.of( // what ends in its ingress passes these, too
                new ReflectionGuard(access),
                new BuiltinServices(agent.vertx(), mesh, CLOCK, where),
                meter),
            Filter.of(
                new TagHeader(options.routing.header()),
                new ReservedMethods(options.trust.open(), agent.access(), where),
                access,
                new LimitFilter(agent.limits(), where, null),
                new AttachmentFilter(options.attachments.names(), agent.access(), where, told),
                new RuledTimeout(balancer::timeoutMillis, CLOCK),
                new DeadlineFilter(wheel, CLOCK, where),
                plugins,
                retry.filter(wheel, CLOCK, new RetryCounts(meters)),
                new LazyConnectFilter(links, agent.registry(), where)),
            balancer);
  }

  /** What becomes of what a Dubbo consumer's request says beside its arguments, on one loop. */
  static AttachmentPolicy words(AgentContext agent, ConsumerOptions options) {
    return new AttachmentPolicy(
        options.attachments.names(), agent.access()::guarded, agent.limits()::headers);
  }

  @Override
  public Future<Reply> call(Call call) {
    return layers.call(call);
  }

  @Override
  public void ended(Call unmade) {
    layers.ended(unmade);
  }

  @Override
  public int inFlight() {
    return meter.inFlight();
  }

  @Override
  public long ended() {
    return meter.ended();
  }

  /** Calls that wait with a deadline, as another thread may see them: a moment old. */
  int deadlines() {
    return wheel.size();
  }
}
