package waterline_test

import (
	"testing"

	"framework/engine/value"
)

// FuzzCriteria gives any JSON as criteria, alone and chained: a query ends
// with records or with an Error.
func FuzzCriteria(f *testing.F) {
	for _, s := range []string{
		`{"name":"Ada"}`, `{"where":{"or":[{"born":{">":1}}]},"sort":"name desc","limit":-1}`, `[1,2,{"a":null}]`,
		`{"__proto__":{"name":1},"constructor":[]}`, `{"sort":{"name":0},"skip":"x","select":[[]]}`, `false`, `"\u0000"`,
	} {
		f.Add([]byte(s))
	}
	w := open(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := value.Parse(text)
		if err != nil {
			return
		}
		w.t = t
		got := w.must(`const c = JSON.parse(` + string(value.Append(nil, string(value.Append(nil, v)))) + `);
			const ways = [() => Author.find(c), () => Author.find().where(c).sort('name'), () => Author.find({}, c), () => Author.findOne(c).populate('books', c)];
			const ends = [];
			for (const way of ways) {
				try { ends.push(typeof await way() !== 'number'); } catch (e) { ends.push(e instanceof Error); }
			}
			return ends;`)
		if got != `[true,true,true,true]` {
			t.Errorf("%s ends with %s", text, got)
		}
	})
}
