package value_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"framework/engine/value"
)

// cost is how many bytes fn leaves behind and how many it asks for in all.
func cost(fn func() any) (kept, asked int) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	v := fn()
	runtime.ReadMemStats(&after)
	asked = int(after.TotalAlloc - before.TotalAlloc)
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(v)
	return int(after.HeapAlloc) - int(before.HeapAlloc), asked
}

// Whatever a client sends, it takes at most 15 bytes for each byte of its text,
// the text itself included, or is refused.
func TestParseTakesLittleMemory(t *testing.T) {
	const size = 256 << 10
	numbered := func(format string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, format, i)
			b.WriteByte(',')
		}
		return strings.TrimSuffix(b.String(), ",")
	}
	list := func(member string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(member+",", size/(len(member)+1)), ",") + "]"
	}
	deep := func(open, end string) string { return strings.Repeat(open, 500) + strings.Repeat(end, 500) }
	keys := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"%c":0`, '0'+i)
		}
		return "{" + strings.TrimPrefix(b.String(), ",") + "}"
	}
	for name, text := range map[string]string{
		"objects": list("{}"), "lists": list("[]"), "numbers": list("1"), "large numbers": list("999"), "fractions": list("0.5"), "texts": list(`""`), "short texts": list(`"ab"`),
		"a member": list(`{"":0}`), "named members": list(`{"ab":0}`), "thirty members": list(keys(30)), "lists of one": list("[0]"), "objects in objects": list(deep(`{"":`, "}")[:500*4] + "0" + strings.Repeat("}", 500)),
		"lists in lists": list(deep("[", "]")), "in turns": list(strings.Repeat(`[{"":`, 250) + "0" + strings.Repeat("}]", 250)), "keys": "{" + numbered(`"%x":0`) + "}", "one text": `["` + strings.Repeat("x", size) + `"]`,
		"escapes": `["` + strings.Repeat(`\n`, size/2) + `"]`, "broken": strings.Repeat("[{},", size/4), "broken list": "[" + strings.Repeat(",", size), "brackets in a text": `["` + strings.Repeat("[", size) + `"]`,
	} {
		bytes := []byte(text)
		var err error
		kept, asked := cost(func() any {
			var v any
			v, err = value.ParseWithin(bytes, value.Limits{Values: 1 << 30})
			return v
		})
		t.Logf("%s: %.1f kept and %.1f asked for, for each byte; %v", name, float64(kept)/float64(len(text)), float64(asked)/float64(len(text)), err)
		if most := 14 * len(text); asked > most {
			t.Errorf("%s: %d bytes of text took %d bytes, of which %d stay", name, len(text), asked, kept)
		}
	}
}

func TestParseWithin(t *testing.T) {
	for text, want := range map[string]int{"1": 1, "[]": 1, "[1]": 2, `{"a":[1,{}],"b":","}`: 5, ` [ "[,[" , "\\\"," ] `: 3} {
		if _, err := value.ParseWithin([]byte(text), value.Limits{Values: want}); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		var many *value.TooManyError
		if _, err := value.ParseWithin([]byte(text), value.Limits{Values: want - 1}); want > 1 && (!errors.As(err, &many) || many.Limit != want-1) {
			t.Errorf("%s: got %v, want an error about more than %d values", text, err, want-1)
		}
	}
	nested := "[" + strings.TrimSuffix(strings.Repeat(strings.Repeat("[", 500)+strings.Repeat("]", 500)+",", 100), ",") + "]"
	if _, err := value.ParseWithin([]byte(nested), value.Limits{Values: 1 << 30}); !errors.Is(err, value.ErrStructure) {
		t.Errorf("got %v", err)
	}
	if _, err := value.Parse([]byte(nested)); err != nil {
		t.Errorf("what a project holds is no client's: %v", err)
	}
}

// A Map has the contents of a map of Go, in the order of a list of its keys.
func TestMapAgreesWithGo(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		m, keys, vals := value.New(random.IntN(3)*random.IntN(30)), []string{}, map[string]any{}
		var others []*value.Map
		var texts []string
		for range random.IntN(200) {
			key := fmt.Sprint("k", random.IntN(60))
			switch random.IntN(10) {
			case 0, 1, 2:
				if m.Delete(key) != slices.Contains(keys, key) {
					t.Fatal(key)
				}
				keys = slices.DeleteFunc(keys, func(k string) bool { return k == key })
				delete(vals, key)
			case 3:
				others, texts = append(others, m), append(texts, string(value.Append(nil, m)))
				m = m.Clone()
			case 4:
				others, texts = append(others, m.DeepClone()), append(texts, string(value.Append(nil, m)))
			default:
				if !slices.Contains(keys, key) {
					keys = append(keys, key)
				}
				vals[key] = random.IntN(1000)
				m.Set(key, vals[key])
			}
			if !slices.Equal(m.Keys(), keys) && len(keys) > 0 || m.Len() != len(keys) {
				t.Fatalf("got %v, want %v", m.Keys(), keys)
			}
			for i, k := range keys {
				if m.Index(k) != i || m.Value(k) != vals[k] {
					t.Fatalf("%s is %v at %d, want %v at %d", k, m.Value(k), m.Index(k), vals[k], i)
				}
			}
			if m.Has("other") {
				t.Fatal("there is another")
			}
		}
		for i, o := range others {
			if got := string(value.Append(nil, o)); got != texts[i] {
				t.Fatalf("a copy changed from %s to %s", texts[i], got)
			}
		}
	}
}

// What is nested deeply is written in the time of its length.
func TestInspectOfNestedValues(t *testing.T) {
	var v any = strings.Repeat("x", 1000)
	for range 500 {
		v = []any{value.Of("a", v)}
	}
	_, asked := cost(func() any { return value.Inspect(v) })
	if asked > 64<<10 {
		t.Errorf("%d bytes for a text of %d", asked, len(value.Inspect(v)))
	}
}
