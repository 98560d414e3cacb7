// Several texts of each kind: V8 would take a call that is always the same out of the loop.
const longs = [97, 98, 99, 100].map((n) => 'The quick brown fox jumps over the lazy dog. '.repeat(n)), long = longs[3];
const wides = [97, 98, 99, 100].map((n) => 'Der schnelle Fuchs über der Straße – ein Text. '.repeat(n));
const names = Array.from({ length: 100 }, (_, i) => 'Name ' + (i * 37) % 101);

module.exports = {
  'charCodeAt in a loop': () => (n) => { let h = 0; for (let r = 0; r < n; r++) { for (let i = 0; i < long.length; i++) { h = h * 31 + long.charCodeAt(i) | 0; } } return h; },
  'a text by index': () => (n) => { let s = 0; for (let r = 0; r < n; r++) { for (let i = 0; i < 1000; i++) { if (long[i] === 'o') { s++; } } } return s; },
  'a text that grows': () => (n) => { let s = 0; for (let r = 0; r < n; r++) { let t = ''; for (let i = 0; i < 1000; i++) { t += 'item '; } s += t.length; } return s; },
  'template literals': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += `${i}: ${names[i % 100]} (${i + 1})`.length; } return s; },
  'split by a text': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += longs[i & 3].split(' ').length; } return s; },
  'split into characters': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += longs[i & 3].split('').length; } return s; },
  'replace of a text': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += longs[i & 3].replaceAll('fox', 'cat').length; } return s; },
  'indexOf': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += longs[i & 3].indexOf('none'); } return s; },
  'toUpperCase': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += longs[i & 3].toUpperCase().length; } return s; },
  'toLowerCase of a wide text': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += wides[i & 3].toLowerCase().length; } return s; },
  'trim': () => { const t = longs.map((x) => '   ' + x + '  '); return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += t[i & 3].trim().length; } return s; }; },
  'padStart and slice': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += String(i).padStart(12, '0').slice(3).length; } return s; },
  'localeCompare': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += names[i % 100].localeCompare(names[(i + 1) % 100]); } return s; },
  'localeCompare of a wide text': () => { const w = names.map((x) => x + 'ü'); return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += w[i % 100].localeCompare(w[(i + 1) % 100]); } return s; }; },
  'Intl.Collator': () => { const c = new Intl.Collator('de'); return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += c.compare(names[i % 100], names[(i + 1) % 100]); } return s; }; },
  'normalize': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += wides[i & 3].normalize('NFD').length; } return s; },
  'toLocaleString of a number': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += (i * 1234.5).toLocaleString('en-US').length; } return s; },
  'toFixed': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += (i / 7).toFixed(2).length; } return s; },
  'parseInt and parseFloat': () => { const digits = ['12345', '1.25', '9876.5', '42']; return (n) => { let s = 0; for (let i = 0; i < n; i++) { s += parseInt(digits[i & 3], 10) + parseFloat(digits[i & 3]); } return s; }; },
  'encodeURIComponent': () => (n) => { let s = 0; for (let i = 0; i < n; i++) { s += encodeURIComponent('a b&c=ü/x' + i).length; } return s; },
};
