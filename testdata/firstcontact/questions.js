// Makes the list of questions about a project from what Sails has bound.
'use strict';
const fs = require('fs');
const path = require('path');

const { options } = require('./options');

const mostQuestions = +options.asks || 160;

// A body that many forms of log-in and registration take.
const person = { email: 'ada@example.com', username: 'ada', identifier: 'ada', password: 'secret-123', passwordConfirm: 'secret-123', confirmation: 'secret-123', confirmPassword: 'secret-123', name: 'Ada',
  fullName: 'Ada Lovelace', firstName: 'Ada', lastName: 'Lovelace', title: 'A title', text: 'some text', message: 'hello', id: 1 };

// ask lists the questions, from what Sails bound: an answer of {name, method, path, body, headers}.
function ask(project, facts, folder) {
  const list = [];
  const add = (method, where, body, more) => {
    const name = method + ' ' + where + (body === undefined ? '' : ' ' + JSON.stringify(body));
    if (!list.some((q) => q.name === name)) list.push(Object.assign({ name, method, path: where, body }, more));
  };
  for (const q of project.first || []) add(q.method, q.path, q.body, q);
  add('GET', '/');
  add('GET', '/csrfToken');
  add('GET', '/no/such/page');
  add('GET', '/no/such/page', undefined, { headers: { accept: 'text/html' } });
  for (const name of statics(path.join(folder, '.tmp', 'public'))) add('GET', name);
  add('GET', '/__getcookie');

  const fill = (where) => where.replace(/\(\.\*\)|\*/g, 'x').replace(/:([A-Za-z0-9_]+)(\([^)]*\))?\??/g, (all, name) => /id$/i.test(name) ? '1' : 'x').replace(/\/\?$/, '') || '/';
  const parse = (address) => {
    const found = /^\s*(?:(get|post|put|patch|delete|options|all)\s+)?(\/\S*)\s*$/i.exec(address);
    return found && { verb: (found[1] || '').toUpperCase(), path: found[2] };
  };
  const explicit = facts.explicit.map(parse).filter((a) => a && !/logout|signout/i.test(a.path));
  const bodied = /^(POST|PUT|PATCH)$/;
  const firstForms = explicit.filter((a) => a.verb === 'POST').sort((a, b) => registers(b.path) - registers(a.path));
  for (const a of firstForms) {
    if (/upload|avatar|photo|image|file|picture/i.test(a.path)) add('POST', fill(a.path), undefined, { upload: true });
    add('POST', fill(a.path), person);
  }
  for (const a of explicit) {
    const verb = a.verb === '' || a.verb === 'ALL' ? 'GET' : a.verb;
    if (bodied.test(verb)) add(verb, fill(a.path), person);
    else add(verb, fill(a.path));
    if (verb === 'GET') add('GET', fill(a.path), undefined, { headers: { accept: 'text/html' } });
    if (!a.verb) add('POST', fill(a.path), person);
  }

  for (const [identity, model] of Object.entries(facts.models)) {
    const base = baseOf(identity, facts);
    if (!base) continue;
    const record = sample(model.attributes, 1), other = sample(model.attributes, 2);
    const text = Object.keys(record).find((key) => typeof record[key] === 'string' && !/mail|pass|type|date|url/i.test(key));
    const update = project.sails === '1.x' ? 'PATCH' : 'PUT';
    const id = { idOf: identity, pathOf: (key) => base + '/' + encodeURIComponent(key) };
    add('GET', base);
    add('POST', base, {});
    add('POST', base, record, { gives: identity, key: model.key });
    add('POST', base, other);
    add('GET', base);
    add('GET', base + '?limit=1&sort=' + (text || 'id') + '%20desc');
    if (text) add('GET', base + '?' + text + '=' + encodeURIComponent(record[text]));
    add('GET', base + '?where=' + encodeURIComponent(JSON.stringify({ [text || model.key]: text ? { contains: 'a' } : 1 })));
    add('GET', base + '/{id}', undefined, id);
    add(update, base + '/{id}', text ? { [text]: 'changed' } : {}, id);
    for (const [key, attribute] of Object.entries(model.attributes)) {
      if (attribute.collection || attribute.model) add('GET', base + '/{id}/' + key, undefined, id);
    }
    add('GET', base + '/find/{id}', undefined, id);
    add('GET', base + '/create?' + Object.entries(record).filter(([, v]) => typeof v !== 'object').map(([k, v]) => k + '=' + encodeURIComponent(v)).join('&'));
    add('GET', base + '/999999');
    add('DELETE', base + '/{id}', undefined, id);
    add('GET', base + '/{id}', undefined, id);
  }
  for (const route of facts.routes) {
    if (route.verb && route.verb.toLowerCase() !== 'get') continue;
    if (/\*|\(|\[|logout|signout|\/:/.test(route.path)) continue;
    add('GET', fill(route.path));
  }
  for (const address of facts.explicit) { const a = parse(address); if (a && /logout|signout/i.test(a.path)) add(a.verb || 'GET', fill(a.path)); }
  const kept = list.slice(0, mostQuestions);
  const spoken = Object.keys(facts.models).find((identity) => baseOf(identity, facts));
  if (spoken) {
    const base = baseOf(spoken, facts), record = sample(facts.models[spoken].attributes, 3);
    kept.push({ name: 'socket get ' + base, socket: 'get', path: base });
    kept.push({ name: 'socket post ' + base, socket: 'post', path: base, body: record });
    kept.push({ name: 'events of POST ' + base, socket: 'events', path: base, body: sample(facts.models[spoken].attributes, 4), identity: spoken });
  }
  kept.push({ name: 'socket get /no/such/page', socket: 'get', path: '/no/such/page' });
  return kept;
}

function registers(where) { return /regist|signup|sign-up|\/user|create/i.test(where) ? 2 : /login|signin|auth/i.test(where) ? 1 : 0; }

// baseOf answers the path of a model's blueprints, or ''.
function baseOf(identity, facts) {
  const own = facts.routes.filter((r) => !/[:*]/.test(r.path) && (r.model === identity || r.action === identity + '/find') && /^(get)?$/i.test(r.verb));
  const named = own.find((r) => r.path.toLowerCase().replace(/[^a-z]/g, '').endsWith(identity.replace(/[^a-z]/g, '')) || r.path.toLowerCase().replace(/[^a-z]/g, '').endsWith(identity.replace(/[^a-z]/g, '') + 's'));
  return (named || own[0] || { path: '' }).path;
}

function sample(attributes, n) {
  const record = {};
  for (const [name, a] of Object.entries(attributes)) {
    if (/^(id|createdAt|updatedAt)$/.test(name) || a.collection || a.autoIncrement || a.autoCreatedAt || a.autoUpdatedAt) continue;
    const values = a.enum || a.in || a.isIn;
    if (a.model) { if (a.required) record[name] = 1; continue; }
    if (Array.isArray(values)) record[name] = values[0];
    else if (a.email || a.isEmail || a.type === 'email' || /mail$/i.test(name)) record[name] = `ada${n}@example.com`;
    else if (a.url || a.isURL || a.type === 'url') record[name] = 'http://example.com/' + n;
    else if (/^(integer|int|float|number)$/.test(a.type)) record[name] = 5 + n;
    else if (a.type === 'boolean') record[name] = n % 2 === 1;
    else if (/^date/.test(a.type)) record[name] = '2015-04-0' + n + 'T10:00:00.000Z';
    else if (a.type === 'array') record[name] = ['a', n];
    else if (a.type === 'json' || a.type === 'ref') record[name] = { a: n };
    else if (/pass/i.test(name)) record[name] = 'secret-12' + n;
    else if (a.primaryKey) record[name] = 'key' + n;
    else record[name] = `${name} number ${n}`.slice(0, a.maxLength || a.size || 60);
  }
  return record;
}

function statics(folder) {
  const found = [];
  const walk = (at, depth) => {
    let entries = [];
    try { entries = fs.readdirSync(at, { withFileTypes: true }).sort((a, b) => a.name < b.name ? -1 : 1); } catch (error) { return; }
    for (const entry of entries) {
      const full = path.join(at, entry.name);
      if (entry.isDirectory()) { if (depth === 0) found.push('/' + entry.name); if (depth < 3) walk(full, depth + 1); }
      else if (/\.(js|css|html|png|jpg|ico|svg|woff2?|ttf|otf|map|txt|json)$/.test(entry.name)) found.push('/' + path.relative(folder, full).split(path.sep).map(encodeURIComponent).join('/'));
    }
  };
  walk(folder, 0);
  const kinds = new Set();
  return found.filter((name) => { const kind = path.extname(name) || 'folder'; if (kinds.has(kind)) return false; kinds.add(kind); return true; }).slice(0, 8);
}

module.exports = { ask };
