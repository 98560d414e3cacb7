package value_test

import (
	"testing"

	"framework/engine/value"
)

func object(t *testing.T, text string) *value.Map {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v.(*value.Map)
}

func TestFill(t *testing.T) {
	for _, tt := range [][3]string{
		{`{}`, `{"a":1}`, `{"a":1}`},
		{`{"a":1}`, `{"a":2,"b":3}`, `{"a":1,"b":3}`},
		{`{"a":null}`, `{"a":2}`, `{"a":null}`}, // null is a value
		{`{"a":{"x":1}}`, `{"a":{"x":2,"y":{"z":3}}}`, `{"a":{"x":1,"y":{"z":3}}}`},
		{`{"a":{"x":1}}`, `{"a":2}`, `{"a":{"x":1}}`},
		{`{"a":1}`, `{"a":{"x":2}}`, `{"a":1}`},
		{`{"a":[1]}`, `{"a":[2,3]}`, `{"a":[1]}`},
	} {
		m := object(t, tt[0])
		src := object(t, tt[1])
		m.Fill(src)
		if got := string(value.Append(nil, m)); got != tt[2] {
			t.Errorf("%s from %s: got %s, want %s", tt[0], tt[1], got, tt[2])
		}
		if got := string(value.Append(nil, src)); got != tt[1] {
			t.Errorf("%s was changed to %s", tt[1], got)
		}
	}
	m := value.Of("a", value.Undefined{}, "b", value.Of("c", value.Undefined{}))
	m.Fill(value.Of("a", int64(1), "b", value.Of("c", int64(2))))
	if got := string(value.Append(nil, m)); got != `{"a":1,"b":{"c":2}}` {
		t.Errorf("what is undefined stays so: %s", got)
	}
	m.Fill(nil)
	if m.Len() != 2 {
		t.Errorf("nothing has given %d members", m.Len())
	}
}

// TestStripPrototypeKeys: at every depth, and nothing else than what reaches a prototype.
func TestStripPrototypeKeys(t *testing.T) {
	for in, want := range map[string]string{
		`{"__proto__":{"a":1},"b":2}`:                             `{"b":2}`,
		`{"__proto__":1}`:                                         `{}`,
		`{"a":{"__proto__":1,"b":[{"__proto__":1,"c":2}]}}`:       `{"a":{"b":[{"c":2}]}}`,
		`[[{"__proto__":1}],1]`:                                   `[[{}],1]`,
		`{"constructor":{"prototype":{"a":1}},"b":1}`:             `{"b":1}`,
		`{"constructor":{"prototype":null}}`:                      `{}`,
		`{"constructor":{"name":"a"}}`:                            `{"constructor":{"name":"a"}}`,
		`{"constructor":"Ann","prototype":{"a":1}}`:               `{"constructor":"Ann","prototype":{"a":1}}`,
		`{"constructor":{"a":{"__proto__":1}},"c":["__proto__"]}`: `{"constructor":{"a":{}},"c":["__proto__"]}`,
		`"__proto__"`: `"__proto__"`,
		`7`:           `7`,
	} {
		v, err := value.ParseUntrusted([]byte(in), value.Limits{})
		if got := string(value.Append(nil, v)); err != nil || got != want {
			t.Errorf("%s: got %s, %v, want %s", in, got, err, want)
		}
	}
	if v, err := value.ParseUntrusted([]byte(`[1,2,3]`), value.Limits{Values: 3}); err == nil || v != nil {
		t.Errorf("the limit does not count: %v", v)
	}
}
