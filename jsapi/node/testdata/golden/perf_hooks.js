// Marks, measures, observers and histograms.
const perf = require('perf_hooks'), { performance, PerformanceObserver, createHistogram, monitorEventLoopDelay } = perf;
const shown = e => [e.constructor.name, e.name, e.entryType, e.startTime, e.duration, e.detail];
module.exports = (async () => {
  console.log(globalThis.performance === performance, typeof performance.now(), performance.timeOrigin > 1e12, performance instanceof perf.Performance, performance instanceof EventTarget);
  const seen = [];
  const observer = new PerformanceObserver((list, self) => seen.push([self === observer, list.getEntries().map(e => e.name), list.getEntriesByType('mark').length, list.getEntriesByName('a').length]));
  observer.observe({ entryTypes: ['mark', 'measure'] });
  const a = performance.mark('a', { startTime: 10, detail: { x: 1 } });
  console.log(...shown(a), JSON.stringify(a));
  performance.mark('b', { startTime: 30 });
  performance.mark('a', { startTime: 12 });
  for (const args of [['m', 'a', 'b'], ['m2', 'a'], ['m3', { start: 5, duration: 7, detail: 'd' }], ['m4', { end: 9, duration: 2 }], ['m5', undefined, 'b'], ['m6', { start: 'a', end: 'b' }]]) {
    const m = performance.measure(...args);
    console.log(m.constructor.name, m.name, m.startTime, args[0] === 'm2' ? typeof m.duration : m.duration, m.detail);
  }
  for (const f of [() => performance.measure('x', 'missing'), () => performance.mark(), () => performance.mark('x', { startTime: -1 }), () => new PerformanceObserver(), () => observer.observe({}), () => new perf.PerformanceEntry(), () => performance.timerify(1)]) {
    try { f(); console.log('fine'); } catch (e) { console.log(e.name, e.code); }
  }
  console.log(performance.getEntries().map(e => e.name).join(), performance.getEntriesByName('a').length, performance.getEntriesByName('a', 'measure').length, performance.getEntriesByType('measure').length);
  await new Promise(r => setTimeout(r, 5));
  console.log(JSON.stringify(seen));
  performance.clearMarks('a');
  performance.clearMeasures();
  console.log(performance.getEntries().map(e => e.name).join());
  performance.clearMarks();
  observer.disconnect();
  performance.mark('unseen');
  const late = new PerformanceObserver(list => console.log('buffered', list.getEntries().map(e => e.name)));
  late.observe({ type: 'mark', buffered: true });
  await new Promise(r => setTimeout(r, 5));
  late.disconnect();
  const timed = performance.timerify(function sum(a, b) { return a + b; });
  const functions = new PerformanceObserver(list => console.log(list.getEntries().map(e => [e.name, e.entryType, Array.from(e.detail)])));
  functions.observe({ entryTypes: ['function'] });
  console.log(timed.name, timed.length, timed(1, 2));
  await new Promise(r => setTimeout(r, 5));
  functions.disconnect();
  // Histograms.
  const h = createHistogram();
  console.log(h.count, h.max, h.mean, h.stddev, h.exceeds);
  for (const v of [1, 2, 3, 100, 2047, 2048, 5000, 1000000, 12345678n]) { h.record(v); }
  console.log(h.count, h.min, h.max, h.mean, h.stddev, h.exceeds, h.minBigInt, h.maxBigInt);
  console.log([1, 10, 25, 50, 75, 90, 99, 100].map(p => h.percentile(p)));
  for (const v of [0, -1, 1.5, 'a']) { try { h.record(v); } catch (e) { console.log(e.name); } }
  try { h.percentile(0); } catch (e) { console.log(e.code); }
  const other = createHistogram({ lowest: 1, highest: 1000, figures: 2 });
  other.record(500);
  h.add(other);
  console.log(h.count);
  h.reset();
  console.log(h.count, h.max);
  h.recordDelta();
  h.recordDelta();
  console.log(h.count, h.min > 0);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  console.log(delay.enable(), delay.enable(), typeof delay.mean);
  await new Promise(r => setTimeout(r, 60));
  console.log(delay.count > 0, delay.min > 0, delay.max >= delay.min, delay.disable(), delay.disable());
  console.log(Object.keys(performance.eventLoopUtilization()), typeof performance.toJSON().timeOrigin);
})();
