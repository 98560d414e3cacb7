module.exports = {
  inputs: { how: { type: 'string' } },
  fn: async function ({ how }) {
    const h = sails.helpers;
    switch (how) {
      case 'serial': return [await h.clay.bake(5), await h.clay.bake(5, 'red'), await h.clay.bake(5, undefined, { x: 1, y: 2 }), await h.clay.bake('7')];
      case 'with': return await h.clay.bake.with({ minutes: 6, glaze: 'blue' });
      case 'with-extra': return await h.clay.bake.with({ minutes: 6, unknown: 1 });
      case 'args': return [h.clay.mold('x', 2), h.clay.mold.with({ a: 4, b: 'y' })];
      case 'old': return [await h.clay.oldStyle(4), await h.clay.oldStyle()];
      case 'fancy': return h.strings.fancy.shout('hey', 3);
      case 'none': return await h.noInputs();
      case 'too-many': return await h.noInputs(1, 2);
      case 'req': return await h.needReq(this.req);
      case 'keys': return [Object.keys(h), Object.keys(h.clay), Object.keys(h.strings), typeof h.clay.bake];
      case 'json': return h.clay.bake.toJSON();
      case 'sync-promise': return [typeof h.clay.mold('x', 2).then, typeof h.clay.bake(1).then, typeof h.noInputs().catch];
      case 'now': return h.clay.mold('x', 2);
      case 'timeout-ok': return await h.clay.bake(1).timeout(1000);
      case 'retry': return await h.clay.fetchTwice(2).retry('busy', [1, 1, 1]);
      case 'retry-default': return await h.clay.fetchTwice(1).retry();
      case 'log': return String(await h.clay.bake(1).log());
      case 'parallel': return await Promise.all([h.clay.bake(1), h.clay.bake(2), h.noInputs()]);
      case 'bound': { const bake = h.clay.bake; return await bake(3); }
      case 'mapped': return await Promise.all([1, 2].map((n) => h.clay.bake(n)));
      case 'exec': return await new Promise((resolve) => h.clay.bake(4).exec((err, v) => resolve([err || null, v])));
      case 'switch': return await new Promise((resolve) => h.clay.bake(-2).switch({ success: () => resolve('s'), error: () => resolve('e'), raw: (d) => resolve(['raw', d]) }));
      case 'switch-error': return await new Promise((resolve) => h.clay.bake(-1).switch({ success: () => resolve('s'), error: (e) => resolve(['e', e.code, e.name]) }));
      case 'promise': return await h.clay.bake(9).toPromise();
      case 'def': { const d = h.clay.bake.getDef(); return [Object.keys(d).sort(), d.identity, d.friendlyName]; }
      case 'this': return [typeof this.req, typeof this.res, this.req === this.res.req];
      case 'global': return [typeof sails, typeof _, typeof async, typeof Promise.map];
    }
  }
};
