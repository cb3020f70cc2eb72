package dev.vertxmesh.access;

import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Origin;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.filter.Filter;
import io.vertx.core.Future;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds out who calls, and lets pass what that caller may call. Whatever callers say by names that
 * are an agent's goes no further, nor do their credentials. Belongs to one event loop.
 */
public final class AccessFilter implements Filter {

  /** The header, metadata or attachment that has an API key. */
  public static final String KEY = "x-api-key";

  private static final int MOST_INTRODUCED = 4_096;

  private final Access access;
  private final String where;
  private final LinkTrust trust;
  private final String toldAs;
  private final MessageDigest sha256 = KnownKeys.sha256();
  private final Decisions decisions = new Decisions();
  private final Map<String, Identity> introduced = new HashMap<>();

  /**
   * @param where this agent, for problems
   * @param trust whether links' other ends are believed
   * @param toldAs the attachment by which the provider is told who calls; null if it isn't
   */
  public AccessFilter(Access access, String where, LinkTrust trust, String toldAs) {
    this.access = access;
    this.where = where;
    this.trust = trust;
    this.toldAs = toldAs;
  }

  @Override
  public Future<Reply> apply(Call call, Caller next) {
    Origin origin = call.record().origin();
    if (origin.protocol() == WireProtocol.NONE) {
      return next.call(call); // the agent's own
    }
    AccessConfig config = access.config();
    Identity identity;
    try {
      identity = identify(config, call, origin);
    } catch (IllegalArgumentException e) {
      return unauthenticated(call, e.getMessage(), e.getMessage());
    }
    return decide(config, identity, call, next);
  }

  /**
   * @throws IllegalArgumentException saying what is wrong with what the caller has shown
   */
  private Identity identify(AccessConfig config, Call call, Origin origin) {
    String introduction = call.attachments().get(CallRecord.INTRODUCTION);
    call.detach(CallRecord.INTRODUCTION);
    if (toldAs != null) {
      call.detach(toldAs);
    }
    if (origin.protocol() == WireProtocol.LINK) {
      return introduction != null && trust.believes(origin.tls())
          ? introduced(introduction)
          : Identity.ANONYMOUS;
    }
    if (!config.keys().isEmpty()) {
      String key = said(call, origin, KEY);
      call.detach(KEY);
      if (key != null) {
        return owner(config.keys(), key);
      }
    }
    return CertificateNames.of(origin.tls());
  }

  /** A Dubbo consumer has no headers: its ingress says such things by the call's attachments. */
  private static String said(Call call, Origin origin, String name) {
    return origin.protocol() == WireProtocol.DUBBO
        ? call.attachments().get(name)
        : origin.header(name);
  }

  private Identity owner(KnownKeys keys, String key) {
    Identity owner = keys.ownerOf(key, sha256);
    if (owner == null) {
      throw new IllegalArgumentException(KEY + ": nobody has this key");
    }
    return owner;
  }

  private Identity introduced(String introduction) {
    Identity known = introduced.get(introduction);
    if (known == null) {
      known = Identity.introduced(introduction);
      if (known == null) {
        throw new IllegalArgumentException("the consumer agent says of no caller who it is");
      }
      if (introduced.size() >= MOST_INTRODUCED) {
        introduced.clear();
      }
      introduced.put(introduction, known);
    }
    return known;
  }

  private Future<Reply> decide(AccessConfig config, Identity identity, Call call, Caller next) {
    boolean isKnown = identity.kind() != Identity.Kind.ANONYMOUS;
    if (isKnown) {
      call.record().identity(identity.toString());
      call.record().introduce(identity.introduction());
    }
    Decision decision = decisions.of(config.rules(), identity, call);
    if (decision.verdict() == Verdict.DENY) {
      return isKnown || !config.takesCredentials()
          ? denied(identity, call, decision)
          : unauthenticated(
              call, decision.reason(), "a caller without credentials may not call it");
    }
    if (decision.verdict() == Verdict.LOG_ONLY) {
      access.audit().loggedOnly(identity, call, decision.reason());
      access.meters().count(AccessMeters.Outcome.LOGGED, identity.kind());
    } else {
      access.meters().count(AccessMeters.Outcome.ALLOWED, identity.kind());
    }
    if (isKnown && toldAs != null) {
      call.attach(toldAs, identity.toString());
    }
    return next.call(call);
  }

  private Future<Reply> denied(Identity identity, Call call, Decision decision) {
    access.audit().denied(identity, call, decision.reason());
    access.meters().count(AccessMeters.Outcome.DENIED, identity.kind());
    String detail =
        "%s may not call %s.%s"
            .formatted(identity, call.target().service().interfaceName(), call.target().method());
    return refuse(call, Status.DENIED, detail);
  }

  /**
   * @param detail what the caller is told: where a rule stands is nothing for a stranger
   */
  private Future<Reply> unauthenticated(Call call, String reason, String detail) {
    access.audit().unauthenticated(call, reason);
    access.meters().count(AccessMeters.Outcome.UNAUTHENTICATED, Identity.Kind.ANONYMOUS);
    return refuse(call, Status.UNAUTHENTICATED, detail);
  }

  private Future<Reply> refuse(Call call, Status status, String detail) {
    call.payload().release();
    return Future.failedFuture(new CallFailure(status, where, detail));
  }
}
