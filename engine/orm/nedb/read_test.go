package nedb_test

import (
	"strings"
	"testing"

	"framework/engine/orm/nedb"
	"framework/engine/value"
)

func TestRead(t *testing.T) {
	for _, tc := range []struct{ file, want string }{
		{"", `null`},
		{`{"$$indexCreated":{"fieldName":"id","unique":true,"sparse":false}}`, `null`},
		{
			`{"$$indexCreated":{"fieldName":"id"}}
{"name":"a","at":{"$$date":5},"id":1,"_id":1}
{"name":"b","id":2,"_id":2}
{"name":"A","at":{"$$date":5},"list":[{"$$date":0}],"id":1,"_id":1}
{"$$deleted":true,"_id":2}
{"name":"c","_id":"x"}
`, `[{"name":"A","at":"1970-01-01T00:00:00.005Z","list":["1970-01-01T00:00:00.000Z"],"id":1},{"name":"c"}]`,
		},
		{"{\"a\":1,\"_id\":1}\n{\"$$deleted\":true,\"_id\":1}\n{\"a\":2,\"_id\":2}\n{\"a\":3,\"_id\":1}\n", `[{"a":2},{"a":3}]`},
		{"{\"a\":1,\"_id\":1}\n{\"a\":2,\"_i", `[{"a":1}]`},
	} {
		got, err := nedb.Read(strings.NewReader(tc.file))
		var list any
		if got != nil {
			values := make([]any, len(got))
			for i := range got {
				values[i] = got[i]
			}
			list = values
		}
		if text := string(value.Append(nil, list)); err != nil || text != tc.want {
			t.Errorf("%s\nis read as %s, %v, want %s", tc.file, text, err, tc.want)
		}
	}
	if _, err := nedb.Read(strings.NewReader("{\"a\":1,\"_id\":1}\nrubbish\n{}\n")); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a damaged line gives %v", err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"$$date":0,"_id":0}`))
	f.Add([]byte("{\"a\":{\"$$date\":1},\"_id\":1}\n{\"$$deleted\":true,\"_id\":1}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := nedb.Read(strings.NewReader(string(text)))
		if err == nil && len(list) > strings.Count(string(text), "\n")+1 {
			t.Errorf("%q holds %d records", text, len(list))
		}
	})
}
