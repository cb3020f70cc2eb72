"use strict";

const GOOD = new Set(["ready", "up", "open", "healthy", "ok"]);
const BAD = new Set(["down", "closed", "failed", "ejected", "unreachable"]);
const tone = state => GOOD.has(state) ? "good" : BAD.has(state) ? "bad" : "warn";
const badge = state => el("span", { className: "badge " + tone(state), textContent: state });
const soft = text => el("span", { className: "soft", textContent: text });

const SECOND = 1000;
const PATIENCE = 5 * SECOND;
const COURSE = 120;
const MOST_COUNTED = 1000;
const MOST_SEEN = 1000;

/* Calls per second, a look each. */
const course = [];
/* By service: when it was last seen with endpoints, and how these stood. */
const seen = new Map();
let before = null;
let agent = "the agent";
let answeredAt = null;
let startedAt = null;

function tiles(now, calls, buckets) {
  const ended = calls.reduce((sum, row) => sum + row.rate, 0);
  const bad = calls.filter(row => row.outcome !== "ok" && row.outcome !== "exception").reduce((sum, row) => sum + row.rate, 0);
  const inFlight = [...now.inFlight.values()].reduce((sum, value) => sum + value, 0);
  const tile = (key, value, name, kind) =>
    el("div", { className: "card tile", key }, el("b", { className: kind || "", textContent: value }), el("span", { textContent: name }));
  update(byId("tiles"),
    tile("rate", rate(ended), "calls/s"),
    tile("failed", ended ? (bad / ended * 100).toFixed(bad ? 2 : 0) + " %" : "–", "failed", bad ? "bad" : ""),
    tile("p50", time(quantile(.5, buckets)), "p50"),
    tile("p99", time(quantile(.99, buckets)), "p99"),
    tile("inFlight", count(inFlight), "in flight"),
    tile("memory", mib(now.heap), "heap · " + mib(now.direct) + " direct"));
  return ended;
}

function chart() {
  const top = Math.max(1, ...course);
  const points = course.map((value, i) =>
    ((COURSE - course.length + i) / (COURSE - 1) * 600).toFixed(1) + "," + (70 - value / top * 66).toFixed(1));
  const lines = points.length < 2 ? [] : [
    svg("polygon", { points: points[0].split(",")[0] + ",72 " + points.join(" ") + " 600,72" }),
    svg("polyline", { points: points.join(" ") })];
  update(byId("chart"),
    svg("svg", { viewBox: "0 0 600 72", preserveAspectRatio: "none", role: "img", "aria-label": "calls per second, at most " + rate(top) }, ...lines),
    soft("highest " + rate(Math.max(0, ...course))));
}

function load(endpoint) {
  if (endpoint.inFlight === undefined) return null;
  const limit = endpoint.limit || 0;
  const fill = el("i");
  fill.style.width = limit ? Math.min(100, endpoint.inFlight / limit * 100) + "%" : "0";
  return el("span", {}, limit ? el("span", { className: "meter" }, fill) : null, count(endpoint.inFlight) + (limit ? " of " + count(limit) : ""));
}

/* A reason may come as a text, or with more about it. */
const words = reason => reason === null || typeof reason !== "object" ? String(reason)
  : reason.text || reason.reason || reason.detail || JSON.stringify(reason);

/* Calls find it, or wake it. */
const usable = endpoint => endpoint.state === "open" || endpoint.state === "asleep";

/* Where it's known from, if there is more than one registry. */
const from = endpoint => endpoint.registries ? "from " + (endpoint.registries.join(" and ") || "none any more") : "";

const stand = (endpoint, verb) =>
  endpoint.address + " " + verb + " " + (endpoint.state || "unknown") + (endpoint.note ? ": " + endpoint.note : "");

const someOf = (texts, between) =>
  texts.slice(0, 3).join(between) + (texts.length > 3 ? between + "and " + count(texts.length - 3) + " more" : "");

/* The services that the agent knows, and those that it has known: seen here, or counted by it. */
function known(topology, calls) {
  const there = (topology.services || []).map(service => ({ ...service, endpoints: service.endpoints || [] }));
  const at = new Date();
  for (const { service, endpoints } of there.filter(service => service.endpoints.length)) {
    seen.delete(service);
    seen.set(service, { at, states: someOf(endpoints.map(endpoint => stand(endpoint, "was")), "; ") });
  }
  while (seen.size > MOST_SEEN) seen.delete(seen.keys().next().value);
  const names = new Set(there.map(service => service.service));
  const left = new Set([...seen.keys(), ...calls.map(row => row.service)].filter(name => name !== "other" && !names.has(name)));
  const all = [...there, ...[...left].map(service => ({ service, endpoints: [] }))];
  return all.sort((a, b) => a.service.localeCompare(b.service)).map(service => ({ ...service, why: why(service, topology) }));
}

/* Entries of the registry that aren't taken, or some of them. */
const skippedEntries = topology => (topology.registry || {}).skipped || [];

/* Why calls of a service find nobody; null if they find somebody. */
function why(service, topology) {
  if (service.endpoints.some(usable)) return null;
  const told = service.reason || service.problem || service.note;
  if (told) return words(told);
  if (service.endpoints.length) return someOf(service.endpoints.map(endpoint => stand(endpoint, "is")), "; ");
  const gone = topology.registered === undefined ? "no instance in the registry" : "not served by the provider";
  const last = seen.get(service.service);
  const interfaceName = service.service.split(/[:@]/)[0];
  const skipped = skippedEntries(topology).find(({ entry }) => entry === interfaceName);
  if (skipped) return gone + "; " + skipped.why;
  return last ? gone + " since " + clock(last.at) + "; before that " + last.states : gone;
}

/* What keeps the agent, or whoever calls it, from what they want: its own words, or else what can be seen. */
function reasons(topology, services) {
  const told = (topology.notReady || []).map(words);
  const registry = topology.registry || {};
  if (registry.problem) told.push("the registry: " + registry.problem);
  if (told.length) return told;
  if (!services.length) {
    return ["nobody can be called: the registry knows " + (registry.instances ? count(registry.instances) + " instances and no service of theirs" : "no instance")];
  }
  const by = new Map();
  for (const service of services.filter(service => service.why)) {
    by.set(service.why, [...(by.get(service.why) || []), service.service]);
  }
  return [...by].map(([reason, names]) => someOf(names, ", ") + ": " + reason);
}

function services(known, now, past, calls) {
  const columns = [{ name: "endpoint", mono: true }, { name: "state" }, { name: "share", number: true, optional: true },
    { name: "answered", number: true, optional: true }, { name: "time", number: true, optional: true }, { name: "", wrap: true }];
  const shown = known.map(service => {
    const name = service.service;
    const buckets = recent(now, past, name);
    const perSecond = calls.filter(row => row.service === name).reduce((sum, row) => sum + row.rate, 0);
    const rows = service.endpoints.map(endpoint => ({
      key: endpoint.address,
      cells: [endpoint.address, badge(endpoint.state || "unknown"), percent(endpoint.share), percent(endpoint.success),
        endpoint.serviceMicros ? time(endpoint.serviceMicros / 1e6) : null, soft([endpoint.note, from(endpoint)].filter(Boolean).join(" · "))]
    }));
    return el("div", { className: "service", key: name },
      el("div", {}, el("h3", { textContent: name }),
        soft(rate(perSecond) + " calls/s · " + count(now.inFlight.get(name) || 0) + " in flight · p50 " + time(quantile(.5, buckets)) + " · p99 " + time(quantile(.99, buckets))),
        service.skipped ? el("span", { className: "warn", textContent: service.skipped }) : null,
        service.methods && service.methods.length ? el("span", { className: "soft", textContent: count(service.methods.length) + " methods", title: service.methods.join("\n") }) : null),
      rows.length ? el("div", { className: "scroll" }, table(columns, rows)) : el("p", { className: "bad", textContent: service.why }));
  });
  update(byId("services"), ...(shown.length ? shown : [soft("none")]));
}

/* Each endpoint once, however many services it has. */
function endpoints(topology) {
  const all = new Map();
  for (const { service, endpoints } of topology.services || []) {
    for (const endpoint of endpoints || []) {
      const one = all.get(endpoint.address) || { ...endpoint, services: [] };
      one.services.push(service);
      all.set(endpoint.address, one);
    }
  }
  const out = new Map((topology.links || []).filter(link => link.direction === "out").map(link => [link.peer, link]));
  const micros = address => (out.get(address) || {}).rttMicros;
  update(byId("endpoints"), table(
    [{ name: "endpoint", mono: true }, { name: "in flight" }, { name: "weight", number: true }, { name: "services", number: true }, { name: "round trip", number: true, optional: true }],
    [...all.values()].map(endpoint => ({
      key: endpoint.address,
      cells: [endpoint.address, load(endpoint), count(endpoint.weight), count(endpoint.services.length), micros(endpoint.address) ? time(micros(endpoint.address) / 1e6) : null]
    }))));
}

function outcomes(calls) {
  update(byId("outcomes"), table(
    [{ name: "service", mono: true }, { name: "outcome" }, { name: "calls/s", number: true }, { name: "calls", number: true }],
    calls.filter(row => row.total > 0).map(row => ({
      key: row.service + " " + row.outcome,
      cells: [row.service, el("span", { className: row.outcome === "ok" ? "good" : row.outcome === "exception" ? "warn" : "bad", textContent: row.outcome }), rate(row.rate), count(row.total)]
    }))));
}

/* Those that come in; those that go out are the endpoints'. */
function links(topology) {
  update(byId("links"), table(
    [{ name: "peer", mono: true }, { name: "state" }, { name: "in flight", number: true }],
    (topology.links || []).filter(link => link.direction !== "out").map(link => ({
      key: link.peer, cells: [link.peer, badge(link.state || "unknown"), count(link.inFlight)]
    }))));
}

/* Of more than so many under one name the agent doesn't know how many. */
const atLeast = number => count(number) + (number >= MOST_COUNTED ? "+" : "");

/* What isn't taken as it's written, and why: somebody else's words. */
function skipped(topology) {
  const routing = topology.routing || {};
  const rules = (routing.skipped || []).map(({ rule, why, formerCounts }) =>
    "rule " + rule + ": " + why + (formerCounts ? "; what it said before still counts" : ""));
  const more = (routing.skippedRules || 0) - rules.length;
  const entries = skippedEntries(topology).map(({ entry, why }) => entry + ": " + why);
  const files = new Set([topology.access, topology.limits].map(rules => (rules || {}).problem).filter(Boolean));
  const refused = [...files].map(problem => problem + "; what was read before still counts");
  const all = [...refused, ...(more > 0 ? [...rules, "and " + count(more) + " more"] : rules), ...entries];
  byId("skippedCard").hidden = !all.length;
  update(byId("skipped"), ...all.map(text => el("li", { textContent: text })));
}

function head(topology, services) {
  const noneUsable = topology.state === "ready" && !services.some(service => !service.why);
  const why = reasons(topology, services);
  const state = topology.state || "unknown";
  agent = topology.agent || "the agent";
  say("agent", topology.agent || "Vert.x Mesh");
  document.title = (topology.agent || "Vert.x Mesh") + " · " + state;
  say("state", noneUsable ? state + ", no provider" : state, "badge " + (why.length ? "warn" : tone(state)));
  const since = topology.startedAt ? new Date(topology.startedAt) : null;
  say("about", [topology.version, since && "up " + span(Date.now() - since) + ", since " + since.toLocaleString(), topology.transport].filter(Boolean).join(" · "));
  const registry = topology.registry;
  say("registry",
    registry ? registry.url + " · " + count(registry.instances) + (registry.instances === 1 ? " instance" : " instances") + " · checked " + span(registry.ageMillis) + " ago" + (registry.malformed ? " · " + atLeast(registry.malformed) + " skipped" : "") : "",
    registry && (registry.stale || registry.ageMillis > 5000 || registry.malformed) ? "warn" : "soft");
  const own = topology.registered;
  byId("registered").hidden = own === undefined;
  say("registered",
    own ? ["announced with " + count(own.services.length) + (own.services.length === 1 ? " service" : " services"), "weight " + own.weight, "limit " + own.limit, own.serialization, ...Object.entries(own.tags).map(tag => tag.join("="))].filter(Boolean).join(" · ") : "not announced",
    own ? "soft" : "warn");
  byId("why").hidden = !why.length;
  update(byId("why"), ...why.map(text => el("li", { textContent: text })));
}

async function ask(path) {
  const answer = await fetch(path, { signal: AbortSignal.timeout(PATIENCE) });
  const text = await answer.text();
  if (answer.ok) return text;
  let detail = text;
  try { detail = JSON.parse(text).detail || text; } catch (noJson) { /* as it is */ }
  throw new Error("it answers " + answer.status + ": " + detail);
}

const wordsOf = error => error instanceof TypeError ? "there is no connection to it"
  : error.name === "TimeoutError" ? "it says nothing for " + span(PATIENCE) : error.message;

/* The last picture isn't how things are now. */
function silent(error) {
  say("silence", answeredAt
    ? agent + " hasn't answered since " + clock(answeredAt) + ": " + wordsOf(error) + ". All below is from before."
    : agent + " doesn't answer: " + wordsOf(error));
  byId("silence").hidden = false;
  document.body.className = "stale";
  document.title = agent + " · doesn't answer";
  say("state", "doesn't answer", "badge bad");
}

/* Counters that begin anew, and rates over a gap, say nothing. */
function speaksAgain(topology) {
  if (!byId("silence").hidden || topology.startedAt !== startedAt) {
    before = null;
    course.length = 0;
  }
  startedAt = topology.startedAt;
  byId("silence").hidden = true;
  document.body.className = "";
}

function show(topology, metrics) {
  const now = collect(parse(metrics));
  const calls = rates(now, before);
  const all = known(topology, calls);
  const ended = tiles(now, calls, recent(now, before));
  if (before) course.push(ended);
  if (course.length > COURSE) course.shift();
  head(topology, all);
  chart();
  services(all, now, before, calls);
  endpoints(topology);
  outcomes(calls);
  links(topology);
  skipped(topology);
  before = now;
}

async function look() {
  let answers;
  try {
    answers = await Promise.all([ask("/topology").then(JSON.parse), ask("/metrics")]);
  } catch (error) {
    silent(error);
    return;
  }
  speaksAgain(answers[0]);
  answeredAt = new Date();
  show(...answers);
}

const again = () => look().catch(console.error).finally(() => setTimeout(again, SECOND));
again();
