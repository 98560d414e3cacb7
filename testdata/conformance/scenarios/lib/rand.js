'use strict';
// seeded choices, so that a scenario is the same each time
exports.from = function (seed) {
  var a = seed >>> 0;
  function r() { a = (a + 0x6D2B79F5) >>> 0; var t = a; t = Math.imul(t ^ (t >>> 15), t | 1); t ^= t + Math.imul(t ^ (t >>> 7), t | 61); return ((t ^ (t >>> 14)) >>> 0) / 4294967296; }
  r.of = function (l) { return l[Math.floor(r() * l.length)]; };
  r.some = function (l, n) { var o = []; n = n || 1 + Math.floor(r() * 2); for (var i = 0; i < n; i++) o.push(r.of(l)); return o; };
  r.chance = function (p) { return r() < p; };
  return r;
};
