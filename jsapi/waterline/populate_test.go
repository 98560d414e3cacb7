package waterline_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"framework/engine/orm"
	"framework/jsapi/waterline"
)

// practice are models in a chain: people have pets, pets have a vet and go to
// clubs, vets have a clinic.
var practice = []model{
	{"person", "Person", `module.exports = { attributes: { name: 'string', pets: { collection: 'pet', via: 'owner' } } };`},
	{"pet", "Pet", `module.exports = { attributes: { name: 'string', owner: { model: 'person' }, vet: { model: 'vet' }, clubs: { collection: 'club', via: 'members' } } };`},
	{"vet", "Vet", `module.exports = { attributes: { name: 'string', clinic: { model: 'clinic' }, patients: { collection: 'pet', via: 'vet' } } };`},
	{"clinic", "Clinic", `module.exports = { attributes: { name: 'string', toJSON: function () { return '<' + this.name + '>'; } } };`},
	{"club", "Club", `module.exports = { attributes: { name: 'string', members: { collection: 'pet', via: 'clubs' } } };`},
	{"note", "Note", `module.exports = { connection: 'log', attributes: { text: 'string', about: { model: 'pet' } } };`},
}

const practiceSeed = `
	const c = await Clinic.create({ name: 'C' });
	const [v, w] = await Vet.create([{ name: 'V', clinic: c }, { name: 'W' }]);
	const [a, b] = await Person.create([{ name: 'Ada' }, { name: 'Bob' }]);
	const pets = await Pet.create([{ name: 'x', owner: a, vet: v }, { name: 'y', owner: a, vet: w }, { name: 'z', owner: b, vet: v }, { name: 'stray' }]);
	for (const n of ['one', 'two']) { const k = await Club.create({ name: n }); k.members.add(pets[0]); k.members.add(pets[2]); await k.save(); }
	await Note.create([{ text: 'm', about: pets[0] }, { text: 'n', about: pets[2] }]);
	const names = l => l.map(r => r.name);
`

func TestDeepPopulate(t *testing.T) { onDatabases(t, testDeepPopulate) }

func testDeepPopulate(t *testing.T, database string, wrap func(orm.Adapter) orm.Adapter) {
	w := openOn(t, wrap, practice...)
	w.must(practiceSeed + "return true;")
	const names = `const names = l => l.map(r => r && r.name);`
	for _, tc := range []struct{ name, code, want string }{
		{"to one behind many", `const l = await Person.find().populate('pets.vet'); return l.map(p => p.pets.map(q => q.name + q.vet.name));`, `[["xV","yW"],["zV"]]`},
		{"three levels", `const l = await Person.find().populate('pets.vet.clinic'); return l.map(p => p.pets.map(q => q.vet.clinic ? q.vet.clinic.name : null));`, `[["C",null],["C"]]`},
		{"many behind many behind many", `const l = await Person.find().populate('pets.clubs.members'); return l.map(p => p.pets.map(q => q.clubs.map(c => names(c.members).join(''))));`, `[[["xz","xz"],[]],[["xz","xz"]]]`},
		{"several paths", `const p = await Person.findOne({ name: 'Ada' }).populate('pets.vet').populate('pets.clubs'); return p.pets.map(q => [q.vet.name, names(q.clubs)]);`, `[["V",["one","two"]],["W",[]]]`},
		{"a list of paths", `const p = await Person.findOne({ name: 'Ada' }).populate(['pets.vet', 'pets.clubs']); return p.pets.map(q => [q.vet.name, q.clubs.length]);`, `[["V",2],["W",0]]`},
		{"criteria of the last level", `const p = await Person.findOne({ name: 'Ada' }).populate('pets.clubs', { sort: 'name DESC', limit: 1 }); return p.pets.map(q => names(q.clubs));`, `[["two"],[]]`},
		{"criteria of both levels", `const p = await Person.findOne({ name: 'Ada' }).populate('pets', { where: { name: 'x' } }).populate('pets.vet'); return p.pets.map(q => q.vet.name);`, `["V"]`},
		{"criteria after the deeper level", `const p = await Person.findOne({ name: 'Ada' }).populate('pets.vet').populate('pets', { sort: 'name DESC' }); return p.pets.map(q => q.name + q.vet.name);`, `["yW","xV"]`},
		{"populate in criteria", `const p = await Person.findOne({ name: 'Ada' }).populate('pets', { sort: 'name DESC', populate: 'vet.clinic' }); return p.pets.map(q => q.vet.name);`, `["W","V"]`},
		{"populate in criteria as a list", `const p = await Person.findOne({ name: 'Ada' }).populate('pets', { populate: ['vet', 'clubs'] }); return p.pets.map(q => [q.vet.name, q.clubs.length]);`, `[["V",2],["W",0]]`},
		{"populate in criteria as an object", `const p = await Person.findOne({ name: 'Ada' }).populate('pets', { populate: { vet: true, owner: false, clubs: { where: { name: 'two' } } } }); return p.pets.map(q => [q.vet.name, typeof q.owner, names(q.clubs)]);`, `[["V","number",["two"]],["W","number",[]]]`},
		{"the later criteria", `const p = await Person.findOne({ name: 'Ada' }).populateAll().populate('pets', { limit: 1 }); return p.pets.length;`, `1`},
		{"toJSON at the end", `const p = await Person.findOne({ name: 'Bob' }).populate('pets.vet.clinic'); return JSON.parse(JSON.stringify(p)).pets[0].vet.clinic;`, `"<C>"`},
		{"toObject at the end", `const p = await Person.findOne({ name: 'Bob' }).populate('pets.vet.clinic'); return p.toObject().pets[0].vet.clinic;`, `"<C>"`},
		{"across datastores", `const l = await Note.find().populate('about.vet.clinic'); return l.map(n => [n.text, n.about.vet.clinic.name]);`, `[["m","C"],["n","C"]]`},
		{"cycles end where the path ends", `const p = await Person.findOne({ name: 'Bob' }).populate('pets.owner.pets'); return [names(p.pets[0].owner.pets), typeof p.pets[0].owner.pets[0].owner];`, `[["z"],"number"]`},
		{"saving keeps what is below", `const p = await Person.findOne({ name: 'Bob' }).populate('pets.vet'); p.pets[0].name = 'zz'; await p.pets[0].save(); p.pets[0].name = 'z'; await p.pets[0].save(); return (await Pet.findOne({ name: 'z' }).populate('vet')).vet.name;`, `"V"`},
		{"an unknown first level", `try { Person.find().populate('cats.vet'); } catch (e) { return e.message.split(': ').pop(); }`, `"the model person has no association called \"cats\""`},
		{"an unknown second level", `try { Person.find().populate('pets.doctor'); } catch (e) { return e.message.split(': ').pop(); }`, `"the model pet has no association called \"doctor\""`},
		{"an unknown level in criteria", `return Person.find().populate('pets', { populate: 'doctor' }).catch(e => [e.code, e.details]);`, `["E_USAGE","the model pet has no association called \"doctor\""]`},
		{"nonsense in criteria", `return Person.find().populate('pets', { populate: 7 }).catch(e => e.code);`, `"E_USAGE"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			sameOn(t, database, tc.name)
			w.t = t
			if got := w.must(names + tc.code); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

// counted counts what is asked of a store.
type counted struct {
	orm.Adapter
	mu    sync.Mutex
	asked []string
}

func (c *counted) note(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = append(c.asked, what)
}

func (c *counted) Find(ctx context.Context, m *orm.Model, q *orm.Query) ([]*orm.Record, error) {
	c.note("find " + m.Identity)
	return c.Adapter.Find(ctx, m, q)
}

func (c *counted) FindGrouped(ctx context.Context, m *orm.Model, join *orm.Join, by string, keys []any, q *orm.Query) (map[any][]*orm.Record, error) {
	c.note("grouped " + m.Identity)
	return c.Adapter.(orm.Joiner).FindGrouped(ctx, m, join, by, keys, q)
}

// TestDeepPopulateCosts one query for each association of each level, however
// many records there are.
func TestDeepPopulateCosts(t *testing.T) {
	var store *counted
	w := openOn(t, func(db orm.Adapter) orm.Adapter { store = &counted{Adapter: db}; return store }, practice...)
	w.must(`const people = await Person.create(Array.from({ length: 20 }, (_, i) => ({ name: 'p' + i })));
		const vets = await Vet.create([{ name: 'V' }, { name: 'W' }]);
		const pets = await Pet.create(people.concat(people).map((p, i) => ({ name: 'pet' + i, owner: p, vet: vets[i % 2] })));
		const club = await Club.create({ name: 'c', members: pets.map(p => p.id) }); return true;`)
	store.asked = nil
	got := w.must(`return (await Person.find().populate('pets.vet').populate('pets.clubs')).reduce((n, p) => n + p.pets.filter(q => q.vet && q.clubs.length === 1).length, 0);`)
	if got != "40" {
		t.Errorf("populated %s of 40", got)
	}
	if got, want := strings.Join(store.asked, ", "), "find person, grouped pet, find vet, grouped club"; got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
}

// TestReleases: what the classic releases give differently.
func TestReleases(t *testing.T) {
	for _, tc := range []struct {
		switches waterline.Switches
		want     string
	}{
		{waterline.Switches{}, `["string","string",null,null,null,null]`},
		{waterline.Switches{SaveAnswers: true}, `["string","string",["Ada2",1],["Ada2",0],["Ada2",1],["Ada2","d"]]`},
	} {
		t.Run(fmt.Sprintf("%+v", tc.switches), func(t *testing.T) {
			w := openAs(t, tc.switches, nil)
			got := w.must(`
				const a = await Author.create({ name: 'Ada', desk: 'd' });
				await Book.create({ title: 'B', author: a });
				const kind = v => v instanceof Date ? 'date' : typeof v;
				const o = a.toObject(), j = a.toJSON();
				a.name = 'Ada2';
				const answer = async (...args) => { const v = await new Promise((yes, no) => a.save(...args, (e, v) => e ? no(e) : yes(v))); return v && [v.name, v.books.length]; };
				const again = await a.save();
				return [kind(o.createdAt), kind(j.updatedAt), await answer(), await answer({ populate: false }), await answer({ populate: [{ key: 'books' }] }), again && [again.name, again.desk]];`)
			if got = strings.ReplaceAll(got, "undefined", "null"); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}
