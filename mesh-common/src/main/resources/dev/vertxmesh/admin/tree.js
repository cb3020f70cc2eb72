"use strict";

/* A node that isn't shown yet. With a key it's found again among its siblings by that. */
function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === "key") node.dataset.key = value;
    else node[name] = value;
  }
  node.append(...children.filter(child => child !== null && child !== undefined));
  return node;
}

const svg = (tag, attributes, ...children) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
};

const keyOf = node => node.dataset && node.dataset.key;

/* Makes a node's children what is given, and keeps the nodes that are the same by key or by place: what is scrolled,
   selected or pointed at stays so. */
function update(parent, ...fresh) {
  const wanted = new Set(fresh.map(keyOf));
  const known = new Map();
  for (const node of [...parent.childNodes]) {
    const key = keyOf(node);
    if (key === undefined) continue;
    if (wanted.has(key)) known.set(key, node);
    else node.remove();
  }
  let place = parent.firstChild;
  for (const next of fresh) {
    const key = keyOf(next);
    const same = place && keyOf(place) === undefined && place.nodeName === next.nodeName ? place : null;
    const old = key === undefined ? same : known.get(key);
    if (!old) {
      parent.insertBefore(next, place);
    } else {
      if (old === place) place = place.nextSibling;
      else parent.insertBefore(old, place);
      become(old, next);
    }
  }
  while (place) {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  }
}

function become(old, next) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== next.data) old.data = next.data;
    return;
  }
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...next.attributes]) {
    if (old.getAttribute(name) === value) continue;
    if (name === "style") old.style.cssText = value; // the policy has no style attributes
    else old.setAttribute(name, value);
  }
  update(old, ...next.childNodes);
}

const byId = id => document.getElementById(id);

/* A text in its place. */
function say(id, text, className) {
  update(byId(id), document.createTextNode(text));
  if (className !== undefined && byId(id).className !== className) byId(id).className = className;
}

/* Rows are {key, cells}; columns have a name, and may be number, mono, wrap, or optional: left out when all are null. */
function table(columns, rows) {
  if (!rows.length) return el("span", { className: "soft", textContent: "none" });
  const shown = columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ optional, at }) => !optional || rows.some(row => row.cells[at] !== null && row.cells[at] !== undefined));
  const look = column => [column.number && "n", column.mono && "mono", column.wrap && "wrap"].filter(Boolean).join(" ");
  const cell = (row, column, first) => {
    const td = el("td", { className: look(column) }, row.cells[column.at] ?? "–");
    if (column.name && !first) td.dataset.name = column.name;
    return td;
  };
  return el("table", {},
    el("thead", {}, el("tr", {}, ...shown.map(column => el("th", { className: column.number ? "n" : "", textContent: column.name })))),
    el("tbody", {}, ...rows.map(row => el("tr", { key: row.key }, ...shown.map((column, i) => cell(row, column, i === 0))))));
}
