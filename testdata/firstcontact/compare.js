// Compares the answers of both sides, without what differs between any two runs.
'use strict';
const { work } = require('./options');

function compare(project, result, questions, there, here, thereFolder, hereFolder) {
  result.asked = 0;
  result.equal = 0;
  result.unanswered = [];
  result.designed = [];
  result.differences = [];
  for (let i = 0; i < there.answers.length; i++) {
    if ((project.varies || []).some((part) => questions[i].name.includes(part))) continue;
    if (there.died && i >= there.answers.length - 1) continue;
    if (there.answers[i].failed === 'no answer') { result.unanswered.push(questions[i].name); continue; }
    result.asked++;
    const a = normal(byChance(project, there.answers[i]), thereFolder), b = here.answers[i] ? normal(byChance(project, here.answers[i]), hereFolder) : { failed: 'the server had ended' };
    if (JSON.stringify(a) === JSON.stringify(b)) { result.equal++; continue; }
    const what = [];
    for (const part of ['failed', 'status', 'type', 'location', 'body']) if (JSON.stringify(a[part]) !== JSON.stringify(b[part])) what.push(part);
    const [mine, theirs] = excerpts(b.body, a.body);
    const designed = icons(questions[i], a, b) || (project.designed || []).find((d) => d.exactly ? questions[i].name === d.ask : questions[i].name.includes(d.ask)) || (/Not implemented in core yet|doesn't support rendering views over Socket\.io/.test(theirs) && a.status >= 500 && { why: 'views over a socket' });
    if (designed) { result.designed.push({ ask: questions[i].name, why: designed.why }); continue; }
    result.differences.push({ ask: questions[i].name, headers: questions[i].headers, what, there: Object.assign({}, a, { body: theirs }), here: Object.assign({}, b, { body: mine }) });
  }
}

// byChance replaces the values of attributes that a project makes by chance.
function byChance(project, got) {
  if (!project.chance || got.failed) return got;
  return Object.assign({}, got, { body: got.body.replace(new RegExp(`("(?:${project.chance.join('|')})"\\s*:\\s*)"[^"]*"`, 'g'), '$1"<chance>"') });
}

// icons says that both sides answer with an icon of their own, where the project has none.
function icons(question, a, b) {
  return /\/favicon\.ico$/.test(question.name) && a.status === 200 && a.status === b.status && a.type === b.type && { why: 'the icon of projects without one' };
}

// excerpts cuts two texts to where they begin to differ.
function excerpts(a, b) {
  const x = typeof a === 'string' ? a : JSON.stringify(a) || '', y = typeof b === 'string' ? b : JSON.stringify(b) || '';
  let at = 0;
  while (at < x.length && x[at] === y[at]) at++;
  const from = Math.max(0, at - 60);
  const cut = (s) => (from ? '… ' : '') + s.slice(from, from + 360);
  return x === y ? [undefined, undefined] : [cut(x), cut(y)];
}

function normal(got, folder) {
  if (got.failed) return { failed: got.failed };
  const out = { status: got.status, type: got.type.replace(/;\s*/g, '; ').toLowerCase() };
  if (got.location !== undefined) out.location = plain(got.location, folder);
  if (/json|events|ack/.test(got.type)) {
    try { out.body = sorted(value(JSON.parse(got.body), folder, '')); return out; } catch (error) { /* as text */ }
  }
  if (/^(image|font|audio|video|application\/(octet|x-font|font|vnd))/.test(got.type)) out.body = got.bytes + ' bytes';
  else out.body = plain(got.body, folder);
  return out;
}

function sorted(v) {
  if (Array.isArray(v)) return inAnyOrder(v.map(sorted));
  if (!v || typeof v !== 'object') return v;
  return Object.fromEntries(Object.keys(v).sort().map((key) => [key, sorted(v[key])]));
}

// inAnyOrder: records are listed by their keys, and generated keys are random.
function inAnyOrder(list) {
  if (!list.every((item) => item && item.id === '<key>')) return list;
  return list.map((item) => JSON.stringify(item)).sort().map((text) => JSON.parse(text));
}

function value(v, folder, key) {
  if (typeof v === 'number') return v > 1e11 ? '<date>' : v;
  if (key === '_csrf') return '<csrf>';
  if (key === 'jidPassword') return '<password>'; // which a project makes by chance
  if (key === 'port' && /^\d+$/.test(v)) return '<port>';
  if (typeof v === 'string' && /^[A-Za-z0-9]{16}$/.test(v) && /[A-Z]/.test(v) && /[a-z]/.test(v)) return '<key>';
  if (typeof v === 'string') return /^(stack|rawStack)$/.test(key) ? '<stack>' : plain(v, folder);
  if (Array.isArray(v)) return v.map((x) => value(x, folder, ''));
  if (v && typeof v === 'object') return Object.fromEntries(Object.keys(v).filter((k) => k !== '__stackCleaned__').map((k) => [k, value(v[k], folder, k)]));
  return v;
}

// plain replaces what cannot be equal between two runs.
function plain(s, folder) {
  return s.split(folder).join('<project>').split(work).join('<work>')
    // Both hand the same values to the page, in scripts that are not written in the same way.
    .replace(/<script[^>]*>(?:(?!<\/script>)[\s\S])*SAILS_LOCALS[\s\S]*?<\/script>/g, '<locals>')
    // The words of the two JavaScript engines for the same mistake.
    .replace(/Cannot (read|set) propert(y|ies) '?(of undefined|of null)?'?[^\n<"]*/g, '<TypeError>')
    .replace(/(name=["']_csrf["'][^>]*value=["'])[^"']*/g, '$1<csrf>')
    .replace(/(csrf\W{1,8})[\w+\/-]{20,}={0,2}/gi, '$1<csrf>')
    .replace(/(127\.0\.0\.1|localhost)(:|%3A)\d+/g, '<host>')
    .replace(/s(:|%3A)[\w-]{24,40}\.[\w%+\/-]{30,}={0,2}/g, '<sid>')
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z\b/g, '<date>')
    .replace(/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w* (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d\d \d{4} \d\d:\d\d:\d\d GMT[^<"\n]*/g, '<date>')
    .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<jwt>')
    .replace(/\$2[aby]\$\d\d\$[.\/A-Za-z0-9]{53}/g, '<hash>')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<uuid>')
    .replace(/\b[0-9a-f]{16,}\b/gi, '<hex>')
    .replace(/\b(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{24,}\b/g, '<token>')
    .replace(/\b1[4-9]\d{11}\b/g, '<time>')
    .replace(/(\r?\n|&#10;|<br\s*\/?>|\\n)?\s*(&nbsp;)*\s+at (?=[^\n]*[:(]|<anonymous>)[^\n]*/g, '\n<frames>').replace(/(\s*<frames>)+/g, '\n<frames>');
}

module.exports = { compare };
