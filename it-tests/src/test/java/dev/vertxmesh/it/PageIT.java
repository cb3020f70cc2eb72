package dev.vertxmesh.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.vertxmesh.it.harness.Browser;
import dev.vertxmesh.it.harness.FakeGrpc;
import dev.vertxmesh.it.harness.GrpcMesh;
import dev.vertxmesh.it.harness.RawGrpc;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The page of the admin port in a browser, beside agents that come and go. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PageIT {

  private static final String GREETER = "com.x.y.z.greetings.in.many.languages.GreeterService";
  private static final String PARTING = "com.x.Parting";
  private static final Buffer HELLO = RawGrpc.message("hello".getBytes());
  private static final int WIDE = 1280;
  private static final int NARROW = 390;

  @TempDir static Path folder;

  private static final Vertx VERTX = Vertx.vertx();
  private static Browser browser;
  private static FakeGrpc server;
  private static GrpcMesh mesh;
  private static RawGrpc client;

  @BeforeAll
  static void start() {
    browser = Browser.start(VERTX, folder);
    server = new FakeGrpc(VERTX);
    mesh = new GrpcMesh(folder, server.port(), List.of(GREETER, PARTING)).start();
    client = new RawGrpc(VERTX, mesh.consumer().port());
  }

  @AfterAll
  static void stop() {
    if (mesh != null) {
      mesh.close();
    }
    if (browser != null) {
      browser.close();
    }
    RawGrpc.get(VERTX.close());
  }

  private static void open(int adminPort, int width) {
    browser.open("http://127.0.0.1:" + adminPort + "/", width);
    await().until(() -> browser.texts("#services .service h3").size() == 2);
  }

  private static void call(String service) {
    assertThat(client.call("/" + service + "/Hello", HELLO).code()).isEqualTo("0");
  }

  private static String outcomes() {
    return String.join("\n", browser.texts("#outcomes tr"));
  }

  @Test
  @Order(1)
  void whatIsShownStaysInPlaceWhileItsFiguresChange() {
    open(mesh.consumer().adminPort(), WIDE);
    call(GREETER);
    await().until(() -> outcomes().contains(GREETER));
    browser.run("for (const one of document.querySelectorAll('[data-key]')) one.known = true");
    browser.run("getSelection().selectAllChildren(document.querySelector('#services h3'))");
    browser.run("scrollTo(0, 60)");

    call(GREETER);
    call(PARTING);
    await().until(() -> outcomes().contains(PARTING) && outcomes().contains("2"));
    assertThat(browser.run("[...document.querySelectorAll('[data-key]')].filter(e => !e.known)"))
        .as("a row that wasn't there before is the only new one")
        .asString()
        .isEqualTo("[{}]");
    assertThat(browser.run("getSelection().toString()")).isEqualTo(PARTING);
    assertThat(browser.run("scrollY")).isEqualTo(60);
  }

  /** Where the numbers end is told, as what is beyond the edge of a card can't be seen. */
  @Test
  @Order(2)
  void outcomesAndRatesAreInSightOnAPhone() {
    open(mesh.consumer().adminPort(), NARROW);
    await().until(() -> outcomes().contains(PARTING));
    assertThat(browser.texts("#outcomes td")).contains(GREETER, "ok");
    assertAllIsInSight();
  }

  private static void assertAllIsInSight() {
    assertThat(
            browser.run(
                "[...document.querySelectorAll('td, h3, .soft, b, li')].filter(e =>"
                    + " e.offsetParent && e.getBoundingClientRect().right > innerWidth - 20).length"))
        .isEqualTo(0);
    assertThat(browser.run("document.documentElement.scrollWidth"))
        .as("nothing to scroll to")
        .isEqualTo(browser.run("document.documentElement.clientWidth"));
  }

  /** Told in one step, as the page asks anew each second. */
  @Test
  @Order(3)
  void aRuleThatIsSkippedIsShownWithItsReasonAndIsNoMarkup() {
    open(mesh.consumer().adminPort(), NARROW);
    String show =
        "skipped({routing: {skippedRules: 3, skipped: ["
            + "{rule: '<img id=planted>', why: 'is <b>bad</b>'},"
            + "{rule: 'shop.tag-router', why: 'line 1', formerCounts: true}]}}), ";
    String texts =
        "[...document.querySelectorAll('#skipped li')].map(e => e.textContent).join('|')";
    assertThat(browser.run(show + texts))
        .isEqualTo(
            "rule <img id=planted>: is <b>bad</b>|rule shop.tag-router: line 1; what it said before"
                + " still counts|and 1 more");
    assertThat(browser.run(show + "byId('skippedCard').hidden")).isEqualTo(false);
    assertThat(browser.run(show + "document.querySelector('#planted') === null")).isEqualTo(true);
    String entry = "{entry: 'com.x.A', why: '2 entries of it are skipped: port 0'}";
    assertThat(browser.run("skipped({registry: {skipped: [" + entry + "]}}), " + texts))
        .isEqualTo("com.x.A: 2 entries of it are skipped: port 0");
    String file = "{problem: 'mesh.yaml:3: calls: <b>many</b>'}";
    assertThat(browser.run("skipped({access: " + file + ", limits: " + file + "}), " + texts))
        .isEqualTo("mesh.yaml:3: calls: <b>many</b>; what was read before still counts");
    assertThat(browser.run("skipped({}), byId('skippedCard').hidden")).isEqualTo(true);
  }

  @Test
  @Order(3)
  void anEndpointsCallsInFlightAreTheirServicesAndStandOnceForIt() {
    CompletableFuture<HttpServerRequest> held = new CompletableFuture<>();
    server.does(held::complete);
    var reply = CompletableFuture.supplyAsync(() -> client.call("/" + PARTING + "/Hello", HELLO));
    for (int port : List.of(mesh.consumer().adminPort(), mesh.provider().adminPort())) {
      open(port, WIDE);
      await().until(() -> inFlight(PARTING).contains(" 1 in flight"));
      assertThat(inFlight(GREETER)).contains(" 0 in flight");
      await().until(() -> inFlightAtEndpoints() == 1); // which another request of the page's tells
    }
    held.thenAccept(request -> FakeGrpc.answer(request, HELLO)).join();
    assertThat(reply.join().code()).isEqualTo("0");
    server.does(FakeGrpc::echo);
  }

  private static long inFlightAtEndpoints() {
    return browser.texts("#endpoints td").stream().filter(text -> text.contains("1 of ")).count();
  }

  private static String inFlight(String service) {
    return String.join("", browser.texts("[data-key=\"%s\"].service > div".formatted(service)));
  }

  @Test
  @Order(4)
  void providersThatAreGoneLeaveTheReason() {
    open(mesh.consumer().adminPort(), WIDE);
    await().until(() -> browser.texts("#state").equals(List.of("ready")));
    mesh.provider().close();
    await().until(() -> browser.texts("#state").equals(List.of("ready, no provider")));
    await().until(() -> String.join("", browser.texts("#why li")).contains("no instance in the"));
    String agent = "127.0.0.1:" + mesh.provider().port();
    assertThat(browser.texts("#why li"))
        .singleElement()
        .asString()
        .startsWith("%s, %s: no instance in the registry since ".formatted(PARTING, GREETER))
        .contains("; before that " + agent + " was ");
    assertThat(browser.texts("#services p")).hasSize(2);

    open(mesh.consumer().adminPort(), NARROW);
    assertThat(browser.texts("#why li"))
        .as("told by what was counted, to who comes later")
        .containsExactly("%s, %s: no instance in the registry".formatted(PARTING, GREETER));
    assertAllIsInSight();
  }

  @Test
  @Order(5)
  void anAgentThatDoesNotAnswerIsSaidSoAndItsLastPictureIsGrey() {
    open(mesh.consumer().adminPort(), WIDE);
    mesh.consumer().process().signal("STOP");
    await().until(() -> silence().endsWith(": it says nothing for 5 s. All below is from before."));
    assertThat(silence()).startsWith("mesh-consumer hasn't answered since ");
    assertThat(browser.texts("#state")).containsExactly("doesn't answer");
    assertThat(look("#state")).isEqualTo("grayscale(1)");
    assertThat(look("#tiles")).isEqualTo("grayscale(1)");

    mesh.consumer().process().signal("CONT");
    await().until(() -> silence().isEmpty());
    await().until(() -> look("#tiles").equals("none"));

    mesh.consumer().kill();
    await().until(() -> silence().contains(": there is no connection to it. "));
  }

  private static String silence() {
    return String.join("", browser.texts("#silence"));
  }

  /** What is done to its colours, or to those of what it's in. */
  private static Object look(String selector) {
    String script = "getComputedStyle(document.querySelector('%s').closest('main > *')).filter";
    return browser.run(script.formatted(selector));
  }
}
