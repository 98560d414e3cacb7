package waterline_test

import "testing"

// TestModernWritten has the objects that 1.5.18 leaves to the caller of a method that
// writes.
func TestModernWritten(t *testing.T) {
	w := openModern(t, modernModels...)
	const seen = "const seen = o => JSON.parse(JSON.stringify(o, (k, v) => /edAt$/.test(k) ? 'time' : v));"
	for _, tc := range []struct{ name, code, want string }{
		{"create", `const o = { toys: [], owner: undefined, name: 'Rex' }; await Pet.create(o); return seen(o);`, `{"name":"Rex","createdAt":"time","updatedAt":"time","id":1,"owner":null,"_id":1}`},
		{"create and fetch", `const o = { name: 'Max' }; const r = await Pet.create(o).fetch(); r.name = 'changed'; return [seen(o), o === r];`, `[{"name":"Max","createdAt":"time","updatedAt":"time","id":2,"owner":null,"_id":2},false]`},
		{"createEach", `const o = [{ name: 'A', other: 1 }, { name: 'B' }]; await Pet.createEach(o); return seen(o);`, `[{"name":"A","other":1,"createdAt":"time","updatedAt":"time","id":3,"owner":null,"_id":3},{"name":"B","createdAt":"time","updatedAt":"time","id":4,"owner":null,"_id":4}]`},
		{"callback", `const o = { word: 'one' }; await Trace.create(o); return [o.word, o.n];`, `["one",100]`},
		{"update", `const o = { owner: undefined, name: 'C', toys: [] }; await Pet.update({ id: 3 }, o); return seen(o);`, `{"name":"C","updatedAt":"time"}`},
		{"updateOne", `const o = { id: 3, name: 'D' }; await Pet.updateOne({ id: 3 }).set(o); return seen(o);`, `{"id":3,"name":"D","updatedAt":"time"}`},
		{"times", `const o = { name: 'Ada' }; await User.create(o); return [typeof o.since, o.role, 'pets' in o];`, `["string","guest",false]`},
		{"findOrCreate", `const o = { name: 'E' }; await Pet.findOrCreate({ name: 'E' }, o); return o.id;`, `5`},
		{"frozen", `const o = Object.freeze({ name: 'F' }); await Pet.create(o); return o;`, `{"name":"F"}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := w.must(seen + tc.code); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}
