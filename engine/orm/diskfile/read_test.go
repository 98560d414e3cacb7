package diskfile_test

import (
	"math"
	"reflect"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/diskfile"
	"framework/engine/value"
)

func TestRead(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ file, records, err string }{
		{"", `null`, ""},
		{"\n", `null`, ""},
		{`{"data":{},"schema":{},"counters":{}}`, `null`, ""},
		{`{"schema":{"pet":{}},"counters":{"pet":{"id":3}}}`, `null`, ""},
		{`{"data":{"pet":[{"id":1,"at":"2014-01-02T00:00:00.000Z"},{"id":2}],"toy":[]},"counters":{"pet":{"id":3}}}`, `[{"id":1,"at":"2014-01-02T00:00:00.000Z"},{"id":2}]`, ""},
		{`[]`, "", "it holds no object"},
		{`{"data":{"pet":{}}}`, "", "data.pet is no list"},
		{`{"data":{"pet":[1]}}`, "", "data.pet[0] is no object"},
	} {
		file, err := diskfile.Read([]byte(tc.file))
		if tc.err != "" {
			if err == nil || err.Error() != tc.err {
				t.Errorf("%s gives %v", tc.file, err)
			}
			continue
		}
		var list any
		if records := file["pet"].Records; records != nil {
			values := make([]any, len(records))
			for i := range records {
				values[i] = records[i]
			}
			list = values
		}
		if text := string(value.Append(nil, list)); err != nil || text != tc.records {
			t.Errorf("%s is read as %s, %v", tc.file, text, err)
		}
		if n := file["pet"].Counters["id"]; list != nil && n != 3 {
			t.Errorf("%s: the counter is %d", tc.file, n)
		}
	}
	if _, err := diskfile.Read([]byte(`{"data":`)); err == nil {
		t.Error("half of a file is read")
	}
}

func TestValue(t *testing.T) {
	t.Parallel()
	day := time.Date(2014, 1, 2, 0, 0, 0, 0, time.UTC)
	for name, tc := range map[string]struct {
		def       orm.AttributeDef
		kind      orm.Kind
		got, want any
	}{
		"a date":        {orm.AttributeDef{Type: "datetime"}, orm.KindDatetime, "2014-01-02T00:00:00.000Z", day},
		"no date":       {orm.AttributeDef{Type: "date"}, orm.KindDate, "soon", "soon"},
		"a number":      {orm.AttributeDef{Type: "integer"}, orm.KindInteger, "12", int64(12)},
		"no number":     {orm.AttributeDef{Type: "integer"}, orm.KindInteger, "x", nil},
		"nothing":       {orm.AttributeDef{Type: "integer"}, orm.KindInteger, nil, nil},
		"a buffer":      {orm.AttributeDef{Type: "binary"}, orm.KindBinary, value.Of("type", "Buffer", "data", []any{int64(104), int64(105)}), []byte("hi")},
		"an old buffer": {orm.AttributeDef{Type: "binary"}, orm.KindBinary, []any{int64(104)}, []byte("h")},
		"no buffer":     {orm.AttributeDef{Type: "binary"}, orm.KindBinary, "text", "text"},
		"no bytes":      {orm.AttributeDef{Type: "binary"}, orm.KindBinary, value.Of("type", "Buffer", "data", []any{int64(256)}), value.Of("type", "Buffer", "data", []any{int64(256)})},
		"a json list":   {orm.AttributeDef{Type: "json"}, orm.KindJSON, []any{"a"}, []any{"a"}},
	} {
		if got := diskfile.Value(&orm.Attribute{AttributeDef: tc.def, Kind: tc.kind}, tc.got); !reflect.DeepEqual(got, tc.want) {
			t.Errorf("%s: %#v", name, got)
		}
	}
	if got := diskfile.Value(&orm.Attribute{AttributeDef: orm.AttributeDef{Type: "float"}, Kind: orm.KindFloat}, math.NaN()); got != nil {
		t.Errorf("NaN becomes %v", got)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"data":{"pet":[{"id":1}]},"counters":{"pet":{"id":1}}}`))
	f.Add([]byte(`{"data":{"pet":[{"bin":{"type":"Buffer","data":[1]}}]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := diskfile.Read(text)
		if err != nil {
			return
		}
		for _, table := range file {
			for _, r := range table.Records {
				for _, v := range r.All() {
					diskfile.Value(&orm.Attribute{Kind: orm.KindBinary}, v)
					diskfile.Value(&orm.Attribute{Kind: orm.KindDatetime}, v)
				}
			}
		}
	})
}
