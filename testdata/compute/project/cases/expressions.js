const log = Array.from({ length: 50 }, (_, i) => `10.0.0.${i} - - [12/Mar/2026:10:00:${i}] "GET /pets/${i} HTTP/1.1" 200 ${i * 37}`).join('\n');

module.exports = {
  'test': () => { const r = /^[\w.+-]+@[\w-]+\.[\w.]+$/; return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += r.test('someone.else@example.com') ? 1 : 0; } return s; }; },
  'exec with groups': () => { const r = /(\d+)-(\d+)-(\d+)T(\d+):(\d+)/; return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += r.exec('on 2026-03-12T10:20:30Z').length; } return s; }; },
  'match of all': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += log.match(/\d+/g).length; } return s; },
  'matchAll': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { for (const m of log.matchAll(/"(\w+) (\S+) HTTP/g)) { s += m[2].length; } } return s; },
  'replace': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += log.replace(/\s+/g, ' ').length; } return s; },
  'replace with a function': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += log.replace(/[A-Z]+/g, (m) => m.toLowerCase()).length; } return s; },
  'split': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += log.split(/\r?\n/).length; } return s; },
  'lookbehind': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += log.match(/(?<=GET )\S+/g).length; } return s; },
  'escaping of HTML': () => {
    const marks = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
    return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += log.replace(/[&<>"]/g, (c) => marks[c]).length; } return s; };
  },
};
