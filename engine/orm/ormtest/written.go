package ormtest

import (
	"context"
	"strings"
	"testing"

	"framework/engine/orm"
	"framework/engine/value"
)

// written: JSON that the store writes is the same as the JSON of the records.
func (s *suite) written(t *testing.T) {
	d := town()
	d.Attributes = append(d.Attributes, orm.AttributeDef{Name: "notes", Type: "json"}, orm.AttributeDef{Name: "secret", Type: "string", Protected: true})
	m := s.models(t, d).Model("town")
	if _, ok := m.Adapter().(orm.JSONFinder); !ok {
		t.Skip("the store does not write JSON")
	}
	fill(t, m, append(towns, `{"name":"é\u2028<&>","notes":{"a":[1,{"b":null}],"c":{}},"founded":"2020-02-29T23:59:59.999Z","secret":"x"}`)...)
	byID := []orm.Order{{Attr: "id"}}
	for _, q := range []orm.Query{
		{Sort: byID},
		{Nothing: true},
		{Sort: byID, Limit: 1},
		{Sort: byID, Skip: 2, Limit: 2},
		{Sort: byID, Select: []string{"name", "notes"}},
		{Where: where("size", orm.Greater, int64(99)).Where},
		{Where: where("port", orm.Equal, true).Where, Sort: []orm.Order{{Attr: "name", Desc: true}}},
		{Sum: []string{"size"}},
	} {
		wantText, gotText, err := bothWays(t.Context(), m, &q)
		if err != nil || wantText != gotText {
			t.Errorf("%s is written\n%s\nwant\n%s\n%v", show(&q), gotText, wantText, err)
		}
	}
}

// bothWays returns the JSON of what q finds: from records, and written by the store.
func bothWays(ctx context.Context, m *orm.Model, q *orm.Query) (want, got string, err error) {
	finder := m.Adapter().(orm.JSONFinder)
	list, err := m.Adapter().Find(ctx, m, q)
	if err != nil {
		return "", "", err
	}
	for _, style := range []struct{ prefix, indent string }{{"", ""}, {"", "  "}, {"    ", "\t"}} {
		text := orm.Records(list).AppendJSON(nil, style.prefix, style.indent)
		want += string(text) + "\n"
		out, n, err := finder.AppendFind(ctx, []byte("before["), m, q, style.prefix, style.indent)
		if err != nil {
			return want, got, err
		}
		end := ""
		if n > 0 && style.indent != "" {
			end = "\n" + style.prefix
		}
		got += strings.TrimPrefix(string(out), "before") + end + "]\n"
		if n != len(list) {
			got += "of another number of records: " + string(value.Append(nil, int64(n)))
		}
	}
	return want, got, nil
}
