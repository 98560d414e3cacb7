package ormtest

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"framework/engine/orm"
	"framework/engine/value"
)

// values: create, find and update return what was stored, and values are found by
// equality if their kind supports it.
func (s *suite) values(t *testing.T) {
	d := model("value")
	d.AutoPK = true
	for _, kind := range types {
		d.Attributes = append(d.Attributes, orm.AttributeDef{Name: kind, Type: kind, Column: "as " + kind})
	}
	m := s.models(t, d).Model("value")
	text := append(anyOf(words), strings.Repeat("x", 255), strings.Repeat("ä", 255), strings.Repeat("ä", 256), strings.Repeat("0123456789", 12_000))
	short := slices.DeleteFunc(slices.Clone(text), func(v any) bool {
		return s.traits.Longest > 0 && utf8.RuneCountInString(v.(string)) > s.traits.Longest
	})
	days := make([]any, len(times))
	for i, v := range times {
		days[i] = v
		if s.traits.DateOnly {
			days[i] = v.Truncate(24 * time.Hour)
		}
	}
	berlin := time.FixedZone("", 3600)
	documents := []any{
		[]any{},
		[]any{nil},
		[]any{int64(1), "a", nil, true, 1.5, []any{value.Of("b", int64(2))}},
		[]any{"1", "true", "null", "", `"`, `\`, "\u2028", "😀"},
	}
	if s.traits.Flat {
		documents[2] = []any{int64(1), "a", nil, true, 1.5, value.Of("b", int64(2))}
	}
	for kind, list := range map[string][]any{
		"string":   short,
		"text":     text,
		"integer":  anyOf(integers),
		"float":    floats,
		"boolean":  {true, false},
		"date":     days,
		"datetime": append(anyOf(times), time.Date(2020, 1, 1, 0, 30, 0, 0, berlin), time.Date(2020, 1, 1, 0, 0, 0, 1999999, time.UTC)),
		"array":    documents,
		"json":     append([]any{value.New(0), value.Of("a", int64(1), "b", value.Of("c", []any{nil, false})), int64(5), 1.5, true, "text"}, documents...),
		"binary":   {[]byte{}, []byte{0}, []byte("text"), []byte{0xff, 0xfe, 0, 1, '\'', '"', '\\'}},
	} {
		for _, v := range list {
			s.value1(t, m, kind, v)
		}
	}
}

func anyOf[T any](list []T) []any {
	out := make([]any, len(list))
	for i := range list {
		out[i] = list[i]
	}
	return out
}

// value1 creates, finds and updates one value.
func (s *suite) value1(t *testing.T, m *orm.Model, kind string, v any) {
	t.Helper()
	want := canonical(stored(v))
	shown := want
	if len(shown) > 60 {
		shown = shown[:60] + "…"
	}
	check := func(what string, list []*orm.Record, err error) {
		t.Helper()
		switch {
		case err != nil:
			t.Errorf("%s %s: %s: %v", kind, shown, what, err)
		case len(list) != 1:
			t.Errorf("%s %s: %s gives %d records", kind, shown, what, len(list))
		case canonical(stored(list[0].Value(kind))) != want:
			t.Errorf("%s %s: %s gives %s", kind, shown, what, canonical(list[0].Value(kind)))
		}
	}
	ctx, a := t.Context(), m.Adapter()
	made, err := a.Create(ctx, m, []*value.Map{value.Of(kind, v)})
	check("create", made, err)
	if err != nil {
		return
	}
	key := where("id", orm.Equal, made[0].ID())
	list, err := a.Find(ctx, m, key)
	check("find", list, err)
	if _, err := a.Update(ctx, m, key, value.Of(kind, nil)); err != nil {
		t.Errorf("%s %s: update to null: %v", kind, shown, err)
	}
	list, err = a.Update(ctx, m, key, value.Of(kind, v))
	check("update", list, err)
	switch k := m.Attribute(kind).Kind; {
	case k == orm.KindArray || k == orm.KindJSON || k == orm.KindBinary:
	case s.traits.Sparse && !s.traits.Documents && v == "": // found together with null
	default:
		q := &orm.Query{Where: orm.And{orm.Compare{Attr: kind, Op: orm.Equal, Value: v, Exact: true}, key.Where}}
		list, err = a.Find(ctx, m, q)
		check("equal", list, err)
		q.Where = orm.And{orm.Compare{Attr: kind, Op: orm.In, Value: []any{v}, Exact: true}, key.Where}
		list, err = a.Find(ctx, m, q)
		check("in", list, err)
	}
	list, err = a.Destroy(ctx, m, key)
	check("destroy", list, err)
}
