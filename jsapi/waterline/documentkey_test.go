package waterline_test

import "testing"

// TestDocumentKeys: sails-disk of 1.x gives a text to records whose key has the
// column of MongoDB and no value, as templates for MongoDB define it.
func TestDocumentKeys(t *testing.T) {
	for _, tc := range []struct{ name, code, want string }{
		{"create", `const a = await Note.create({ text: 'a' }).fetch(); return [/^[A-Za-z0-9]{16}$/.test(a.id), (await Note.findOne(a.id)).text, Object.keys(a).sort()];`, `[true,"a",["createdAt","id","text","updatedAt"]]`},
		{"createEach", `const all = await Note.createEach([{ text: 'a' }, { text: 'b', id: 'mine' }, { text: 'c' }]).fetch(); return [all.map(r => r.id.length), new Set(all.map(r => r.id)).size, all[1].id];`, `[[16,4,16],3,"mine"]`},
		{"callback", `const a = await Note.create({ text: 'id' }).fetch(); return a.text;`, `"null"`},
		{"reference", `const a = await Note.create({ text: 'a' }).fetch(); await Line.create({ note: a.id }); return (await Note.findOne(a.id).populate('lines')).lines.map(l => l.note === a.id);`, `[true]`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			const key = `id: { type: 'string', columnName: '_id' }`
			w := openModern(t,
				model{"note", "Note", `module.exports = { attributes: { ` + key + `, text: 'string', lines: { collection: 'line', via: 'note' } },
					beforeCreate: function (v, proceed) { if (v.text === 'id') { v.text = String(v.id); } return proceed(); } };`},
				model{"line", "Line", `module.exports = { attributes: { ` + key + `, note: { model: 'note' } } };`})
			if got := w.must(tc.code); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}
