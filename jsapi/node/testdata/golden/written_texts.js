// toString shows functions as the file has them, also where the engine needs other syntax.
'use strict'; /* π */ const force = {}?.a ?? 'lowered';
const show = (name, f) => console.log(name + ': ' + f.toString());
function plain(a, /* b */ b = 1, { c, ...rest } = {}) { return a?.b; }   show('plain', plain);
async function later(x) { for await (const y of x) { await y; } }       show('async', later);
async function* many(x) { yield* x; }         show('many', many);
function* some(x) { yield x?.y; }  show('some', some);
const arrow = x => { return x?.y; };  show('arrow', arrow);
const arrow2 = async (x) => { return await x?.y; };  show('arrow2', arrow2);
const named = function ünï(π) { return '💚' + π?.x; }; show('named', named);
class A { #p = 1; static s = 2; constructor(dep, other) { this.dep = dep ?? other; } m(a) { return this.#p + a; } get g() { return this.#p; } static async sm(q) { return q?.x; } #priv() { return 1; } static { A.z = 1; } ['comp' + 1](v) { return v; } async *gen() { yield 1; } }
show('class', A); show('m', A.prototype.m); show('g', Object.getOwnPropertyDescriptor(A.prototype, 'g').get); show('sm', A.sm); show('comp', A.prototype.comp1); show('gen', A.prototype.gen);
const o = { m(a) { return a?.b; }, async am(a) { return a; }, *gm() {}, get x() { return 1 ?? 2; }, f: function (a) { return a; }, k: (a, b) => { return [a, b]; }, 'quoted key'(z) { return z; } };
for (const k of ['m', 'am', 'gm', 'f', 'k', 'quoted key']) { show(k, o[k]); }
show('x', Object.getOwnPropertyDescriptor(o, 'x').get);
class B extends A { constructor() { super(1, 2); } }  show('B', B);
class C { x = 1; }  show('C', C);
const D = class { y = 2; z() { return 1; } };  show('D', D); show('z', D.prototype.z);
show('eval', plain);
show('template', function t() { return `}${'{'}${[1].map(v => { return v ?? '}'; })}`; });
	function tabbed(a) {
		// comment }
		return a ??= 1;
	}
show('tabbed', tabbed);
