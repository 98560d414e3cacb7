const dates = [12, 13, 14, 15].map((day) => new Date(Date.UTC(2026, 2, day, 10, 20, 30, 456)));

module.exports = {
  'new Date and getTime': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += new Date(i * 1000).getTime(); } return s; },
  'Date.now': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s = Date.now(); } return s; },
  'parse of an ISO text': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += Date.parse('2026-03-12T10:20:30.' + (100 + i % 900) + 'Z'); } return s; },
  'parse of another text': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += Date.parse('Thu, 12 Mar 2026 10:20:' + (10 + i % 50) + ' GMT'); } return s; },
  'toISOString': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += dates[i & 3].toISOString().length; } return s; },
  'toString': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += dates[i & 3].toString().length; } return s; },
  'fields': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { const at = dates[i & 3]; s += dates[i & 3].getFullYear() + at.getMonth() + at.getDate() + at.getUTCHours(); } return s; },
  'fields that are set': () => (n) => { const d = new Date(dates[0]); for (let i = 0; i < n; i++) { d.setDate(i % 28 + 1); d.setHours(i % 24); } return d.getTime(); },
  'toLocaleDateString': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += dates[i & 3].toLocaleDateString('en-US', { timeZone: 'UTC' }).length; } return s; },
  'Intl.DateTimeFormat': () => { const f = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'UTC' }); return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += f.format(dates[i & 3]).length; } return s; }; },
};
