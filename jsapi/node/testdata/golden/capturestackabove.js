// Error.captureStackTrace leaves out what is above a function; what is no function leaves out nothing.
const old = Error.prepareStackTrace;
function sites(above) {
  Error.prepareStackTrace = (error, list) => list.map((site) => site.getFunctionName());
  const holder = {};
  Error.captureStackTrace(holder, above);
  const names = holder.stack;
  Error.prepareStackTrace = old;
  return names.filter((name) => ['sites', 'inner', 'outer', 'make'].includes(name));
}
function inner(above) { return sites(above); }
function outer(above) { return inner(above); }
class Kind { static make(above) { return outer(above); } }
for (const above of [undefined, null, {}, module, 'inner', 1, sites, inner, outer, Kind, class {}, () => {}, new Proxy(inner, {})]) { console.log(outer(above)); }
console.log(Kind.make({}), Kind.make(outer));
// Errors without lines: made while there was a limit of 0, or above a function that does not run.
Error.stackTraceLimit = 0;
const bare = [new Error('made'), new (class Own extends Error {})('own'), Object.assign(new Error('named'), { name: 'Named' })];
try { null.x; } catch (e) { bare.push(e); }
Error.stackTraceLimit = 10;
const none = {};
Error.captureStackTrace(none, class {});
console.log(bare.map((e) => e.stack), none.stack, bare[0]);
