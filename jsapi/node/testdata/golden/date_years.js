// Dates whose years have other than four digits.
'use strict';
for (const t of [-72198755200000, -62167219200001, -62167219200000, -1, 253402300799999, 253402300800000, 8.64e15, -8.64e15]) {
  const d = new Date(t);
  console.log(d.toISOString(), JSON.stringify([d]), d.toJSON(), d.toUTCString(), Date.parse(d.toISOString()) === t);
}
console.log([new Date(253402300800000), new Date(-62198755200000), new Date(NaN)], Date.prototype.toISOString.name, Date.prototype.toISOString.length);
for (const v of [new Date(NaN), new Date(8.64e15 + 1)]) {
  try { v.toISOString(); } catch (e) { console.log(e.name, e.message); }
}
