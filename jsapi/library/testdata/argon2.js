// The functions of argon2 and their errors; each answer is a line.
(async (a) => {
const out = []; const show = (n, v) => out.push(n + ' ' + (typeof v === 'string' ? v : JSON.stringify(v)));
show('keys', Object.keys(a).sort()); show('types', [a.argon2d, a.argon2i, a.argon2id]); show('limits', a.limits || null);
const h=await a.hash('password',{salt:Buffer.alloc(16,1)});
show('hash', h); show('verify', await a.verify(h,'password')); show('verify', await a.verify(h,Buffer.from('no'))); show('needs', a.needsRehash(h));
show('raw', (await a.hash('p',{raw:true,salt:Buffer.alloc(16,2),timeCost:2,memoryCost:1024,parallelism:1,type:a.argon2i})).toString('hex'));
const d = await a.hash('p',{salt:Buffer.alloc(16,2),timeCost:2,memoryCost:1024,parallelism:1,type:a.argon2i,hashLength:16}); show('i', d); show('i', await a.verify(d, 'p')); show('len', (await a.hash('x', { memoryCost: 1024 })).length);
show('p2', await a.hash('x', { salt: Buffer.alloc(16, 3), parallelism: 2, memoryCost: 2048, timeCost: 4 }));
show('needs', [a.needsRehash(h, { timeCost: 9 }), a.needsRehash(h, { memoryCost: 1024 }), a.needsRehash(h, { timeCost: 3 }), a.needsRehash(d, {timeCost: 2, memoryCost: 1024, parallelism: 1})]);
show('old', await a.verify('$argon2i$m=1024,t=2,p=1$AgICAgICAgICAgICAgICAg$AAAA', 'p').catch((e) => e.message));
for (const [n, f] of Object.entries({ none: ()=>a.hash(), time: ()=>a.hash('x',{timeCost:0}), bad: ()=>a.verify('bad','x'), bcrypt: ()=>a.verify('$2b$10$xxxx','x'), mem: ()=>a.hash('x',{memoryCost:1}), salt: ()=>a.hash('x',{salt:Buffer.alloc(2)}), len: ()=>a.hash('x',{hashLength:2}), par: ()=>a.hash('x',{parallelism:0}), five: ()=>a.hash(5), vfive: ()=>a.verify(h,5), vnone: ()=>a.verify(h), nbad: ()=>a.needsRehash('x'), big: ()=>a.hash('x',{timeCost:1e10}), empty: ()=>a.hash('',{salt:Buffer.alloc(16,4), memoryCost: 1024}) })) { try { show(n, await f()); } catch(e){ show(n, [e.name, e.message]); } }
return out;
})
