"use strict";

/* Prometheus text: name{label="value",…} number */
function parse(text) {
  const samples = [];
  for (const line of text.split("\n")) {
    const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line);
    if (!match) continue;
    const labels = {};
    for (const [, key, value] of (match[2] || "").matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)) {
      labels[key] = value.replace(/\\(.)/g, (_, c) => c === "n" ? "\n" : c);
    }
    samples.push({ name: match[1], labels, value: match[3] === "+Inf" ? Infinity : Number(match[3]) });
  }
  return samples;
}

function collect(samples) {
  const now = { at: performance.now(), calls: new Map(), buckets: new Map(), inFlight: new Map(), refusals: 0, heap: 0, direct: 0 };
  for (const { name, labels, value } of samples) {
    if (name === "mesh_calls_total") {
      now.calls.set(labels.service + "\n" + labels.outcome, value);
    } else if (name === "mesh_call_seconds_bucket") {
      const bounds = now.buckets.get(labels.service) || new Map();
      bounds.set(labels.le === "+Inf" ? Infinity : Number(labels.le), value);
      now.buckets.set(labels.service, bounds);
    } else if (name === "mesh_calls_in_flight") now.inFlight.set(labels.service, value);
    else if (name === "mesh_refusals_total") now.refusals += value;
    else if (name === "jvm_memory_used_bytes" && labels.area === "heap") now.heap += value;
    else if (name === "mesh_netty_direct_bytes") now.direct = value;
  }
  return now;
}

/* The quantile as Prometheus computes it: linear inside the bucket that holds it. */
function quantile(q, bounds) {
  const list = [...bounds].sort((a, b) => a[0] - b[0]);
  const total = list.length ? list[list.length - 1][1] : 0;
  if (!total) return null;
  const rank = q * total;
  let low = 0, below = 0;
  for (const [bound, count] of list) {
    if (count >= rank) {
      return bound === Infinity ? low : low + (bound - low) * (rank - below) / Math.max(1, count - below);
    }
    low = bound; below = count;
  }
  return low;
}

/* What was added to the buckets since the last look, of one service or of all. */
function recent(now, past, service) {
  const sum = new Map();
  for (const [name, bounds] of now.buckets) {
    if (service && name !== service) continue;
    const old = past && past.buckets.get(name);
    for (const [bound, count] of bounds) {
      sum.set(bound, (sum.get(bound) || 0) + count - (old ? old.get(bound) || 0 : 0));
    }
  }
  return sum;
}

function rates(now, past) {
  const seconds = past ? (now.at - past.at) / 1000 : 0;
  const rows = [];
  for (const [key, value] of now.calls) {
    const [service, outcome] = key.split("\n");
    const rate = seconds ? Math.max(0, value - (past.calls.get(key) || 0)) / seconds : 0;
    rows.push({ service, outcome, total: value, rate });
  }
  return rows.sort((a, b) => a.service.localeCompare(b.service) || (b.outcome === "ok") - (a.outcome === "ok") || a.outcome.localeCompare(b.outcome));
}

const count = n => n === null || n === undefined ? "–" : Math.round(n).toLocaleString("en");
const rate = n => n >= 100 || n === 0 ? count(n) : n.toFixed(1);
const percent = n => n === undefined ? null : (n * 100).toFixed(n === 1 || n === 0 ? 0 : 1) + " %";
const mib = n => (n / 1048576).toFixed(0) + " MiB";
function time(seconds) {
  if (seconds === null) return "–";
  const ms = seconds * 1000;
  return ms >= 1000 ? seconds.toFixed(2) + " s" : ms >= 10 ? ms.toFixed(0) + " ms" : ms.toFixed(2) + " ms";
}
function span(millis) {
  const s = Math.max(0, Math.floor(millis / 1000));
  if (s < 60) return s + " s";
  if (s < 3600) return Math.floor(s / 60) + " min";
  if (s < 86400) return Math.floor(s / 3600) + " h " + Math.floor(s % 3600 / 60) + " min";
  return Math.floor(s / 86400) + " d " + Math.floor(s % 86400 / 3600) + " h";
}
const clock = date => date.toLocaleTimeString();
