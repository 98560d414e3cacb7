// Texts of dates, made of parts in any order; those without a zone are read in the zone of the program.
let x = 7;
const rnd = (n) => { x = (x * 1103515245 + 12345) & 0x7fffffff; return (x >> 8) % n; };
const parts = ['1975', '19', '8', '08', '0', '1', '12', '31', '32', '99', '49', '50', '2001', '002001', '+', '-', ':', '.5', '.123456789', '/', ',', ' ', ' ', 'T', 'Z', 'GMT', 'utc', 'EST', 'PDT', 'am', 'PM', 'Aug', 'August', 'Sunday', 'foo', '(x)', '((y)', '10:00', '23:59:59', '24:00', '25:00', '5', '+01:00', '-0500', '+1', '-530', '+12345', '1975-08-19', '1975-8-19', '8/19/1975', '1975/08/19', 'T10:00', 'T24:01', 'T10:00:00.1234', '+05:45', '::', 'é', '\u00a0', '\u2028', '-000000', '+275760'];
const made = (n, from, before, after) => {
  const texts = [];
  while (texts.length < n) {
    let s = before;
    for (let i = 1 + rnd(6); i > 0; i--) { s += from[rnd(from.length)] + (rnd(3) ? '' : ' '); }
    texts.push(s + after);
  }
  return texts;
};
const fields = (d) => [d.getFullYear(), d.getMonth() + 1, d.getDate(), d.getHours(), d.getMinutes(), d.getSeconds(), d.getMilliseconds()].join(' ');
const zoned = ['August 19, 1975 GMT+00:00', '19 Aug 1975 GMT+5:45', 'Aug 19 1975 UTC-3', 'Aug 19 1975 GMT+0530', 'Tue Aug 19 1975 00:00:00 GMT+0200 (Central European Summer Time)', 'Tue, 19 Aug 1975 23:15:30 GMT', '1975-08-19 23:15:30+02', '1975-08-19 23:15:30.5 +0200',
  '1975', '1975-08', '1975-08-19', '1975-08-19T10:00Z', '1975-08-19T10:00:01.5Z', '1975-08-19T10:00:00+0530', '1975-08-19T10:00:00+05:30', '1975-08-19T10:00:00+5', '+001975-08-19', '-000001-01-01', '-000000', '2020-02-30', '2020-13-01', '1975-08-19T24:00Z', '1975-08-19T24:01Z', '1975-08-19T10Z', 'x', ''];
// Those that begin with a word are none of the standard, and those without zones are local.
const local = ['12/25/95 5 PM', '1/2', 'Aug 19', 'Aug 2020', '1975-08-19T10:00', '20200101', '1975-8-19', '1975-08-19 10:00', 'noon 12:00 pm 1/2/3'];
for (const s of zoned.concat(made(300, parts.filter((p) => p !== '((y)'), '', ' GMT'))) { console.log(JSON.stringify(s), +new Date(s)); }
for (const s of local.concat(made(300, parts.filter((p) => !/[+-]|^(Z|GMT|utc|EST|PDT)$/.test(p)), 'x ', ''))) { const d = new Date(s); console.log(JSON.stringify(s), isNaN(d) ? NaN : fields(d)); }
console.log(Date.parse('Aug 19 1975 GMT-3'), Date.parse(), new Date(undefined) + '');
