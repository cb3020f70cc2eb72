package dev.vertxmesh.access;

import dev.vertxmesh.access.guess.GuessLimit;
import dev.vertxmesh.access.token.TokenRefused;
import dev.vertxmesh.access.token.VerifiedTokens;
import dev.vertxmesh.access.who.Identity;
import dev.vertxmesh.access.who.Introductions;
import dev.vertxmesh.call.Call;
import dev.vertxmesh.call.CallFailure;
import dev.vertxmesh.call.CallRecord;
import dev.vertxmesh.call.Caller;
import dev.vertxmesh.call.Origin;
import dev.vertxmesh.call.Reply;
import dev.vertxmesh.call.Status;
import dev.vertxmesh.call.WireProtocol;
import dev.vertxmesh.digest.Sha256;
import dev.vertxmesh.filter.Filter;
import dev.vertxmesh.net.tls.ClientCertificates;
import io.vertx.core.Future;
import io.vertx.core.net.SocketAddress;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSession;

/**
 * Finds out who calls, and lets pass what that caller may call. Whatever callers say by names that
 * are an agent's goes no further, nor do their credentials. Belongs to one event loop.
 */
public final class AccessFilter implements Filter {

  /** The header, metadata or attachment that has an API key. */
  public static final String KEY = "x-api-key";

  /** The attachment that has a Dubbo consumer's token. */
  public static final String TOKEN = "x-mesh-token";

  private static final String AUTHORIZATION = "authorization";
  private static final String BEARER = "bearer ";

  private final Access access;
  private final String where;
  private final LinkTrust trust;
  private final boolean asksForCertificates;
  private final String toldAs;
  private final MessageDigest sha256 = Sha256.begin();
  private final Decisions decisions = new Decisions();
  private final Introductions introductions = new Introductions();
  private final VerifiedTokens<Identity> tokens;

  /**
   * @param where this agent, for problems
   * @param trust whether links' other ends are believed
   * @param clients whether callers are asked for a certificate: where they aren't, none is looked
   *     for, as each call's look into a session that isn't in the processor's cache takes half a
   *     microsecond
   * @param toldAs the attachment by which the provider is told who calls; null if it isn't
   */
  public AccessFilter(
      Access access, String where, LinkTrust trust, ClientCertificates clients, String toldAs) {
    this.access = access;
    this.where = where;
    this.trust = trust;
    this.asksForCertificates = clients != ClientCertificates.NONE;
    this.toldAs = toldAs;
    this.tokens =
        new VerifiedTokens<>(
            access.vertx(),
            () -> System.currentTimeMillis() / 1_000,
            sha256,
            owner -> Identity.of(Identity.Kind.TOKEN, owner.name(), owner.groups()));
  }

  @Override
  public Future<Reply> apply(Call call, Caller next) {
    Origin origin = call.record().origin();
    if (origin.protocol() == WireProtocol.NONE) {
      return next.call(call); // the agent's own
    }
    AccessConfig config = access.config();
    String introduction = call.attachments().get(CallRecord.INTRODUCTION);
    call.detach(CallRecord.INTRODUCTION);
    if (toldAs != null) {
      call.detach(toldAs);
    }
    if (origin.protocol() == WireProtocol.LINK) {
      return believed(config, introduction, call, next);
    }
    String twice = twice(config, origin);
    if (twice != null) {
      return unauthenticated(call, twice + ": it is there more than once, expected once");
    }
    String key = config.keys().isEmpty() ? null : taken(call, origin, KEY);
    String token = config.tokens().isEmpty() ? null : token(call, origin);
    if (key != null && token != null) {
      return unauthenticated(call, "a key and a token are there, expected one of them");
    } else if (key != null) {
      return byKey(config, key, call, next);
    } else if (token != null) {
      return verified(config, token, call, next);
    }
    SSLSession session = asksForCertificates ? origin.tls() : null;
    return decide(config, CertificateNames.of(session), call, next);
  }

  /** Which of two counts nobody says, and others on the way may take the other; null for none. */
  private static String twice(AccessConfig config, Origin origin) {
    if (!config.keys().isEmpty() && origin.repeats(KEY)) {
      return KEY;
    }
    return !config.tokens().isEmpty() && origin.repeats(AUTHORIZATION) ? AUTHORIZATION : null;
  }

  /** What the agent at the link's other end says of the caller, if it's believed. */
  private Future<Reply> believed(AccessConfig config, String introduction, Call call, Caller next) {
    if (introduction == null || !trust.believes(call.record().origin().tls())) {
      return decide(config, Identity.ANONYMOUS, call, next);
    }
    Identity identity = introductions.of(introduction);
    return identity == null
        ? unauthenticated(call, "the consumer agent says of no caller who it is")
        : decide(config, identity, call, next);
  }

  private Future<Reply> byKey(AccessConfig config, String key, Call call, Caller next) {
    GuessLimit guesses = access.guesses();
    long address = address(call);
    byte[] hash = KnownKeys.hash(key, sha256);
    long secret = hash == null ? 0 : KnownKeys.beginning(hash);
    long wait = guesses.waitOf(address, secret, config.guesses());
    if (wait > 0) {
      return notLookedAt(call, wait);
    }
    Identity owner = config.keys().ownerOf(hash);
    if (owner == null) {
      guesses.wrong(address, config.guesses());
      return unauthenticated(call, KEY + ": nobody has this key");
    }
    guesses.right(address, secret);
    return decide(config, owner, call, next);
  }

  private static long address(Call call) {
    SocketAddress peer = call.record().origin().peer();
    return GuessLimit.addressOf(peer == null ? null : peer.hostAddress());
  }

  /** Right or wrong, so that nobody learns by trying. */
  private Future<Reply> notLookedAt(Call call, long waitNanos) {
    access.audit().notLookedAt(call);
    access.meters().count(AccessMeters.Outcome.UNAUTHENTICATED, Identity.Kind.ANONYMOUS);
    call.payload().release();
    long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(waitNanos));
    String detail = "too many keys or tokens that weren't right have come from this address";
    return Future.failedFuture(new CallFailure(Status.LIMITED, where, detail, millis));
  }

  /** Who has a token that is known isn't waited for. */
  private Future<Reply> verified(AccessConfig config, String token, Call call, Caller next) {
    long address = address(call);
    long wait = access.guesses().waitOf(address, 0, config.guesses());
    Future<Identity> owner = tokens.of(config.tokens(), token, wait <= 0);
    if (owner == null) {
      return notLookedAt(call, wait);
    } else if (owner.succeeded()) {
      return decide(config, owner.result(), call, next);
    }
    return owner.transform(
        found -> {
          if (found.succeeded()) {
            return decide(config, found.result(), call, next);
          }
          Throwable why = found.cause();
          if (why instanceof TokenRefused refused && refused.isGuess()) {
            access.guesses().wrong(address, config.guesses());
          }
          boolean isSaid = why instanceof TokenRefused || why instanceof IllegalArgumentException;
          return unauthenticated(call, isSaid ? why.getMessage() : "the token can't be verified");
        });
  }

  private static String taken(Call call, Origin origin, String name) {
    String said = said(call, origin, name);
    call.detach(name);
    return said;
  }

  /** Of another scheme's credentials nothing is known here: they are the provider's. */
  private static String token(Call call, Origin origin) {
    if (origin.protocol() == WireProtocol.DUBBO) {
      return taken(call, origin, TOKEN);
    }
    String said = origin.header(AUTHORIZATION);
    if (said == null || !said.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return null;
    }
    call.detach(AUTHORIZATION);
    return said.substring(BEARER.length()).strip();
  }

  /** A Dubbo consumer has no headers: its ingress says such things by the call's attachments. */
  private static String said(Call call, Origin origin, String name) {
    return origin.protocol() == WireProtocol.DUBBO
        ? call.attachments().get(name)
        : origin.header(name);
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
    String unallowed = config.rules().unallowed(call, decision.may());
    if (unallowed != null) {
      return mayNotSet(unallowed, identity, call);
    }
    call.record().allow(decision.may());
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

  private Future<Reply> mayNotSet(String attachment, Identity identity, Call call) {
    String detail = "%s may not set the attachment %s".formatted(identity, attachment);
    access.audit().denied(identity, call, "attachment " + attachment);
    access.meters().count(AccessMeters.Outcome.DENIED, identity.kind());
    return refuse(call, Status.DENIED, detail);
  }

  private Future<Reply> unauthenticated(Call call, String reason) {
    return unauthenticated(call, reason, reason);
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
