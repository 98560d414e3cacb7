package waterline_test

import (
	"path/filepath"
	"strings"
	"testing"

	"framework/engine/orm/sqldb"
	"framework/engine/testenv"
)

// hooked is a model with callbacks; nested awaits a write on the model itself.
const hooked = `module.exports = { attributes: { name: { type: 'string' }, at: { type: 'number' } },
	beforeCreate: function (v, next) {
		if (v.name === 'nested') { return Role.create({ name: 'inner' }).exec(function (err) { next(err); }); }
		next();
	},
	afterCreate: function (r, next) { next(); },
};`

// orders have many writes begun in one turn; each has to say "true".
var orders = map[string]string{
	"create": `
		const names = Array.from({ length: 300 }, (_, i) => 'n' + i), answered = [];
		await Promise.all(names.map(async name => { await MODEL.create({ name: name })FETCH; answered.push(name); }));
		const found = await MODEL.find({ sort: 'id ASC' });
		return found.map(r => r.name).join() === names.join() && answered.join() === names.join();`,
	"several": `
		const lists = Array.from({ length: 50 }, (_, i) => [{ name: 'a' + i }, { name: 'b' + i }]);
		await Promise.all(lists.map(list => MODEL.createEach(list)FETCH));
		const found = await MODEL.find({ sort: 'id ASC' });
		return found.map(r => r.name).join() === lists.flat().map(r => r.name).join();`,
	"findOrCreate": `
		const names = Array.from({ length: 100 }, (_, i) => 'n' + i);
		await Promise.all(names.map(name => MODEL.findOrCreate({ name: name }, { name: name })));
		const found = await MODEL.find({ sort: 'id ASC' });
		return found.map(r => r.name).join() === names.join();`,
	"create, then update and destroy": `
		await MODEL.create({ name: 'x', at: -1 })FETCH;
		await Promise.all(Array.from({ length: 100 }, (_, i) => MODEL.update({ name: 'x' }, { at: i })FETCH));
		const last = await MODEL.findOne({ name: 'x' });
		await Promise.all([MODEL.destroy({ name: 'x' })FETCH, MODEL.create({ name: 'x', at: 7 })FETCH]);
		const left = await MODEL.find({ name: 'x' });
		return last.at === 99 && left.length === 1 && left[0].at === 7;`,
}

func ordered(code, model, fetch string) string {
	return strings.NewReplacer("MODEL", model, "FETCH", fetch).Replace(code)
}

func roles(t *testing.T) *world {
	t.Helper()
	return openOn(t, nil, model{"role", "Role", strings.ReplaceAll(hooked, "'number'", "'integer'")},
		model{"plain", "Plain", "module.exports = { attributes: { name: 'string', at: 'integer' } };"})
}

func modernRoles(t *testing.T, opts sqldb.Options) *world {
	t.Helper()
	w, err := tryModern(t, opts, model{"role", "Role", hooked},
		model{"plain", "Plain", "module.exports = { attributes: { name: { type: 'string' }, at: { type: 'number' } } };"})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestWritesOfOneTurn(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	const nested = `
		await Promise.all(['a', 'nested', 'b'].map(name => Role.create({ name: name })FETCH));
		const found = await Role.find({ sort: 'id ASC' });
		return found[0].name === 'a' && found.length === 4 && found.findIndex(r => r.name === 'inner') < found.findIndex(r => r.name === 'nested');`
	inTransaction := `
		const names = Array.from({ length: 100 }, (_, i) => 'n' + i);
		await Role.getDatastore().transaction(db => Promise.all(names.map(name => Role.create({ name: name }).fetch().usingConnection(db))));
		const found = await Role.find({ sort: 'id ASC' });
		return found.map(r => r.name).join() === names.join();`
	for name, opts := range map[string]sqldb.Options{"memory": {Sparse: true}, "file": {Sparse: true, Path: "x"}} {
		file := func() sqldb.Options {
			o := opts
			if o.Path != "" {
				o.Path = filepath.Join(t.TempDir(), "d.sqlite")
			}
			return o
		}
		check := func(what string, w *world, code, model, fetch string) {
			t.Run(name+", "+what, func(t *testing.T) {
				if got, err := w.run(ordered(code, model, fetch)); got != "true" || err != nil {
					t.Errorf("got %s, %v", got, err)
				}
			})
		}
		for what, code := range orders {
			for _, m := range []string{"Plain", "Role"} {
				check("1.x "+what+" "+m, modernRoles(t, file()), code, m, ".fetch()")
				if name == "memory" {
					check("0.12 "+what+" "+m, roles(t), code, m, "")
				}
			}
		}
		check("1.x nested", modernRoles(t, file()), nested, "Role", ".fetch()")
		check("1.x transaction", modernRoles(t, file()), inTransaction, "Role", ".fetch()")
	}
	t.Run("0.12 nested", func(t *testing.T) {
		if got, err := roles(t).run(ordered(nested, "Role", "")); got != "true" || err != nil {
			t.Errorf("got %s, %v", got, err)
		}
	})
}
