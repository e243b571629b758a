// Shows this server's /openapi.json to people.

import { field, h } from "./dom.js";
import { applyLook } from "./preferences.js";

const METHODS = ["get", "post", "put", "patch", "delete"];

/** Words with `code` between backticks. */
function line(text) {
  return text.split("`").map((part, index) => (index % 2 ? h("code", {}, part) : part));
}

/** The address of the examples in the description. */
const USUAL = /http:\/\/127\.0\.0\.1:8765/g;

/** A description: paragraphs, indented code, lists and tables. */
function prose(text) {
  const blocks = (text ?? "").replace(USUAL, location.origin).trimEnd().split(/\n\s*\n/).filter((block) => block.trim());
  return h("div", { class: "prose" }, blocks.map((block) => {
    const lines = block.split("\n");
    if (lines.every((one) => one.startsWith("    "))) return h("pre", {}, lines.map((one) => one.slice(4)).join("\n"));
    if (lines[0].startsWith("|")) return table(lines);
    if (lines[0].startsWith("* ")) return h("ul", {}, block.slice(2).split("\n* ").map((one) => h("li", {}, line(one))));
    return h("p", {}, line(lines.join(" ")));
  }));
}

function table(lines) {
  const rows = lines.filter((one) => !/^[|\s:-]+$/.test(one)).map((one) => one.split("|").slice(1, -1).map((cell) => cell.trim()));
  const [head, ...body] = rows;
  return h("div", { class: "scroll" }, h("table", {},
    h("thead", {}, h("tr", {}, head.map((cell) => h("th", {}, line(cell))))),
    h("tbody", {}, body.map((row) => h("tr", {}, row.map((cell) => h("td", {}, line(cell))))))));
}

/** The last word of a reference: `#/components/schemas/Phrase`. */
const nameOf = (reference) => reference.split("/").pop();

/** What a reference stands for. */
function follow(api, part) {
  let found = part;
  for (let depth = 0; found?.$ref && depth < 8; depth += 1) {
    found = found.$ref.split("/").slice(1).reduce((node, key) => node?.[key], api);
  }
  return found ?? {};
}

/** The kind of a value in a few words. */
function kind(schema) {
  if (schema.$ref) return [h("a", { href: `#schema-${nameOf(schema.$ref)}` }, nameOf(schema.$ref))];
  if (schema.const !== undefined) return [h("code", {}, JSON.stringify(schema.const))];
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return choices.flatMap((one, index) => [index ? (schema.allOf ? " and " : " or ") : "", ...kind(one)]);
  if (schema.type === "array") return ["list of ", ...kind(schema.items ?? {})];
  const name = [schema.type ?? "any value"].flat().join(" or ");
  const limits = [
    schema.format && schema.format !== "binary" ? schema.format : null,
    schema.minimum !== undefined ? `≥ ${schema.minimum}` : null, schema.maximum !== undefined ? `≤ ${schema.maximum}` : null,
    schema.maxLength !== undefined ? `at most ${schema.maxLength} characters` : null,
  ].filter(Boolean);
  const values = schema.enum ? [": ", ...schema.enum.flatMap((one, index) => [index ? ", " : "", h("code", {}, String(one))])] : [];
  const usual = schema.default !== undefined ? [", usually ", h("code", {}, String(schema.default))] : [];
  return [[schema.format === "binary" ? "bytes" : name, ...limits].join(", "), ...values, ...usual];
}

/** The fields of an object, with those of the objects in it. */
function fields(schema) {
  const object = schema.type === "array" ? schema.items ?? {} : schema;
  const properties = Object.entries(object.properties ?? {});
  if (!properties.length) return null;
  return h("div", { class: "schema" }, properties.map(([name, one]) => h("div", {},
    h("code", {}, name), (object.required ?? []).includes(name) ? " " : " (optional) ", h("span", { class: "quiet small" }, kind(one)),
    one.description ? prose(one.description) : null, fields(one))));
}

function parameters(list) {
  if (!list.length) return null;
  return [h("h4", {}, "Parameters"), h("div", { class: "scroll" }, h("table", {}, h("tbody", {}, list.map((one) => h("tr", {},
    h("td", {}, h("code", {}, one.name), h("div", { class: "small quiet" }, one.in, one.required ? ", required" : "")),
    h("td", {}, h("p", { class: "small quiet" }, kind(one.schema ?? {})), prose(one.description)))))))];
}

function contents(content) {
  return Object.entries(content ?? {}).map(([type, { schema }]) => h("div", {},
    h("code", {}, type), " ", h("span", { class: "small quiet" }, kind(schema ?? {})),
    schema?.description ? prose(schema.description) : null, schema && !schema.$ref ? fields(schema) : null));
}

function answers(api, responses) {
  const rows = Object.entries(responses).sort().map(([status, given]) => {
    const answer = follow(api, given);
    const headers = Object.keys(answer.headers ?? {});
    const isRefusal = status >= "400";
    return h("tr", {}, h("td", {}, h("code", {}, status)), h("td", {}, prose(answer.description),
      headers.length ? h("p", { class: "small quiet" }, "Header fields: ", line(headers.map((name) => `\`${name}\``).join(", "))) : null,
      isRefusal ? null : contents(answer.content)));
  });
  const isGood = (row) => row.firstChild.textContent < "400";
  const body = (part) => h("div", { class: "scroll" }, h("table", {}, h("tbody", {}, part)));
  const refusals = rows.filter((row) => !isGood(row));
  return [h("h4", {}, "Answers"), body(rows.filter(isGood)),
    refusals.length ? h("details", {}, h("summary", {}, `${refusals.length} refusals`), body(refusals)) : null];
}

/** The beginnings of paths in the order of use; the others follow. */
const ORDER = ["/api/translate", "/api/live", "/api/jobs", "/v1", "/api/conversations", "/api/phrases", "/api/analyze", "/api/languages", "/api/voices", "/api/providers", "/api/health"];

const rank = (name) => (ORDER.indexOf(name) + 1) || ORDER.length + 1;

/** A request that can be pasted into a terminal, with this server's address. */
function example(api, path, method, one, isOpen) {
  const asked = (one.parameters ?? []).map((given) => follow(api, given)).filter((given) => given.in === "query" && given.required);
  const value = (given) => given.example ?? given.schema?.example ?? given.schema?.default ?? given.schema?.enum?.[0] ?? given.name.toUpperCase();
  const query = asked.map((given) => `${given.name}=${value(given)}`).join("&");
  const content = follow(api, one.requestBody).content ?? {};
  const body = content["application/json"]?.example ?? follow(api, content["application/json"]?.schema).example;
  const isBytes = !body && Object.keys(content).some((type) => type !== "application/json");
  return ["curl", method === "get" || (method === "post" && (body || isBytes)) ? null : `-X ${method.toUpperCase()}`, isOpen ? null : '-H "Authorization: Bearer $KEY"',
    body ? `--json '${JSON.stringify(body).replaceAll("'", "'\\''")}'` : isBytes ? "--data-binary @FILE" : null,
    `'${location.origin}${path}${query ? `?${query}` : ""}'`].filter(Boolean).join(" ");
}

function operation(api, path, method, one) {
  const needs = one.security ?? api.security ?? [];
  const isOpen = needs.every((way) => !Object.keys(way).length);
  return h("section", { id: one.operationId, class: "card" },
    h("h3", { class: "line-head" }, badge(method), h("code", {}, path)),
    h("p", {}, line(one.summary ?? "")), isOpen ? h("p", { class: "small quiet" }, "No key is needed.") : null,
    one.description ? prose(one.description) : null, h("pre", {}, example(api, path, method, one, isOpen)),
    parameters((one.parameters ?? []).map((given) => follow(api, given))),
    one.requestBody ? [h("h4", {}, "Body"), prose(follow(api, one.requestBody).description), ...contents(follow(api, one.requestBody).content)] : null,
    answers(api, one.responses ?? {}));
}

const badge = (method) => h("span", { class: `method ${method}` }, method.toUpperCase());

/** Operations with the same beginning of the path stand together: `/api/phrases`, `/v1`. */
function group(path) {
  const parts = path.split("/").filter(Boolean);
  return "/" + parts.slice(0, parts[0] === "api" ? 2 : 1).join("/");
}

function show(api) {
  const operations = Object.entries(api.paths).flatMap(([path, item]) => METHODS.filter((method) => item[method])
    .map((method) => ({ path, method, group: group(path), one: item[method] }))).sort((a, b) => rank(a.group) - rank(b.group));
  const groups = [...new Set(operations.map((each) => each.group))];
  const links = new Map(operations.map((each) => [each, h("a", { href: `#${each.one.operationId}`, title: each.one.summary ?? null }, badge(each.method), each.path)]));
  const sections = new Map(operations.map((each) => [each, operation(api, each.path, each.method, each.one)]));
  const headings = new Map(groups.map((name) => [name, h("h2", {}, name)]));
  const schemas = Object.entries(api.components?.schemas ?? {});

  /** What an operation is found by: its path, its summary, and the names of its parameters and fields. */
  const words = new Map(operations.map((each) => [each, [
    each.method, each.path, each.one.summary ?? "", ...(each.one.parameters ?? []).map((given) => follow(api, given).name),
    ...Object.values(follow(api, each.one.requestBody).content ?? {}).flatMap(({ schema }) => Object.keys(follow(api, schema).properties ?? {})),
  ].join(" ").toLowerCase()]));

  function filter(text) {
    const wanted = text.trim().toLowerCase();
    for (const each of operations) {
      links.get(each).hidden = sections.get(each).hidden = !words.get(each).includes(wanted);
    }
    for (const [name, heading] of headings) heading.hidden = operations.every((each) => each.group !== name || links.get(each).hidden);
  }

  document.title = `${api.info.title} ${api.info.version} over HTTP`;
  document.getElementById("main").replaceChildren(
    h("nav", { class: "contents", "aria-label": "Operations" },
      field("Find", h("input", { type: "search", oninput: (event) => filter(event.target.value) })),
      groups.map((name) => [headings.get(name), operations.filter((each) => each.group === name).map((each) => links.get(each))]).flat(2)),
    h("div", { class: "text" },
      h("section", {}, h("h1", {}, `${api.info.title} ${api.info.version} over HTTP`),
        h("p", { class: "quiet" }, (api.servers ?? []).map((server) => server.url).join(", ")), prose(api.info.description)),
      operations.map((each) => sections.get(each)),
      schemas.length ? h("h2", {}, "Objects") : null,
      schemas.map(([name, schema]) => h("section", { id: `schema-${name}`, class: "card" }, h("h3", {}, h("code", {}, name)),
        schema.description ? prose(schema.description) : null, fields(schema) ?? h("p", {}, kind(schema))))));
  // The sections did not exist when the browser looked for the one in the address.
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

applyLook();
try {
  const answer = await fetch("/openapi.json");
  if (!answer.ok) throw new Error(`the server answered with ${answer.status}`);
  show(await answer.json());
} catch (error) {
  document.getElementById("main").replaceChildren(h("p", { class: "card" }, `The description cannot be read: ${error.message}`));
}
