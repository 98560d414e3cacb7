package schema_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"framework/engine/orm"
	"framework/engine/orm/schema"
)

// columnTypes are the types that columns change between, with values of each.
var columnTypes = []struct {
	name   string
	values []string
}{
	{"varchar(60)", []string{"'x'", "'X y'", "'7'", "'007'", "'1.50'", "'7.0'", "''", "'true'", "'2014-03-01T10:00:00.250Z'", "'2014-03-01'"}},
	{"longtext", []string{"'x'", "'7'", "'07'", "'2014-03-01 10:00:00'", "'t'"}},
	{"int", []string{"0", "1", "7", "-70000"}},
	{"bigint", []string{"0", "1", "1099511627776", "9007199254740993"}},
	{"double", []string{"0", "1.5", "7", "1e300"}},
	{"boolean", []string{"true", "false"}},
	{"date", []string{"'2014-03-01'"}},
	{"datetime(3)", []string{"'2014-03-01 10:00:00.250'", "'2014-03-01 00:00:00'"}},
	{"json", []string{`'{"a":1}'`, "'[]'"}},
}

// version is a table of which anything may have changed, and values for it.
func (s *server) version(r *rand.Rand) (schema.Table, func() string) {
	t := s.table("user")
	values := map[string][]string{}
	for _, name := range []string{"a", "b", "c", "D"} {
		if r.IntN(4) == 0 {
			continue
		}
		typ := columnTypes[r.IntN(len(columnTypes))]
		text := name + " " + typ.name
		if r.IntN(4) == 0 {
			text += " not null"
		}
		indexable := typ.name != "json" && typ.name != "longtext"
		switch {
		case indexable && r.IntN(4) == 0:
			text += " unique"
		case indexable && r.IntN(4) == 0:
			text += " index"
		case typ.name == "varchar(60)" || typ.name == "longtext":
			if r.IntN(3) == 0 {
				text += " lower"
			}
		}
		if r.IntN(3) == 0 {
			text += " fill " + typ.values[0]
		}
		t.Columns = append(t.Columns, s.column(&t, text))
		values[name] = typ.values
	}
	return t, func() string {
		names, row := []string{"id"}, []string{strconv.Itoa(1 + r.IntN(1000))}
		for _, c := range t.Columns[1:] {
			if !c.Null || r.IntN(3) > 0 {
				names = append(names, s.words("`"+c.Name+"`"))
				row = append(row, values[c.Name][r.IntN(len(values[c.Name]))])
			}
		}
		return s.words("INSERT INTO `user` (") + strings.Join(names, ", ") + ") VALUES (" + strings.Join(row, ", ") + ")"
	}
}

// TestMigrationsKeepData changes a table at random, again and again, with
// records of every version: no value changes unless that is allowed, and after
// a migration there is nothing left to plan.
func TestMigrationsKeepData(t *testing.T) {
	onServers(t, func(t *testing.T, s *server) {
		for seed := range uint64(6) {
			s.randomChanges(rand.New(rand.NewPCG(seed, 0)), fmt.Sprintf("seed %d", seed))
			if t.Failed() {
				return
			}
			s.run("DROP TABLE `user`, _framework_schema")
		}
	})
}

func (s *server) randomChanges(r *rand.Rand, label string) {
	ctx := context.Background()
	current, row := s.version(r)
	s.apply(false, current)
	for range 5 {
		for range r.IntN(4) {
			_, _ = s.db.ExecContext(ctx, row()) // what is not unique is refused
		}
		next, nextRow := s.version(r)
		held := s.held()
		p := s.plan(next)
		lossy := slices.ContainsFunc(p.Steps, func(step orm.Step) bool { return step.Loses != "" })
		allow := lossy && r.IntN(2) == 0
		err := s.Apply(ctx, []schema.Table{next}, p, allow)
		now := s.held()
		switch {
		case errors.As(err, new(*orm.LossError)) && lossy && !allow:
			if d := difference(held, now); d != "" {
				s.Fatalf("%s: a refused migration changed something: %s\n%s", label, d, describe(p))
			}
			continue // the project goes back
		case err != nil:
			s.Fatalf("%s: %v\n%s", label, err, describe(p))
		case !allow:
			if d := difference(held, now); d != "" {
				s.Fatalf("%s: %s\n%s", label, d, describe(p))
			}
		}
		for _, step := range s.plan(next).Steps {
			if allow || !step.Optional || step.Loses == "" {
				s.Fatalf("%s: left over: %s\nafter\n%s", label, step.SQL, describe(p))
			}
		}
		row = nextRow
	}
}

// held is every value of every record by the name of its column.
func (s *server) held() map[string]map[string]string {
	rows, err := s.db.QueryContext(context.Background(), s.words("SELECT * FROM `user`"))
	if err != nil {
		s.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // its error is that of Err
	names, err := rows.Columns()
	if err != nil {
		s.Fatal(err)
	}
	out := map[string]map[string]string{}
	for rows.Next() {
		values, into := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			s.Fatal(err)
		}
		record, id := map[string]string{}, ""
		for i, v := range values {
			if b, ok := v.([]byte); ok {
				v = string(b)
			}
			switch {
			case v == nil:
			case names[i] == "id":
				id = fmt.Sprint(v)
			default:
				record[names[i]] = normal(v)
			}
		}
		out[id] = record
	}
	if err := rows.Err(); err != nil {
		s.Fatal(err)
	}
	return out
}

// normal writes values that say the same alike: 7.0, "7" and 7, or an instant
// and its text.
func normal(v any) string {
	if _, text := v.(string); !text {
		b, err := json.Marshal(v)
		if err != nil {
			return err.Error()
		}
		v = strings.Trim(string(b), `"`)
	}
	text := v.(string)
	if m := regexp.MustCompile(`^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d+))?(?:Z|\+00)?)?$`).FindStringSubmatch(text); m != nil {
		clock := m[2]
		if clock == "" {
			clock = "00:00:00"
		}
		return m[1] + " " + clock + "." + strings.TrimRight(m[3], "0")
	}
	switch text {
	case "true", "t":
		return "1"
	case "false", "f":
		return "0"
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil && !strings.HasPrefix(text, "00") && !regexp.MustCompile(`^0\d`).MatchString(text) {
		if !strings.ContainsAny(text, ".e") {
			return text // all digits of a whole number
		}
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	if inner, err := strconv.Unquote(text); err == nil { // a document that is a text
		return normal(inner)
	}
	return strings.ReplaceAll(text, `{"a": 1}`, `{"a":1}`)
}

// difference says where values are not what they were; values that were absent
// may be there now.
func difference(before, after map[string]map[string]string) string {
	if len(before) != len(after) {
		return fmt.Sprintf("%d records became %d", len(before), len(after))
	}
	for id, record := range before {
		for name, v := range record {
			if now, ok := after[id][name]; !ok || now != v && milliseconds(now) != milliseconds(v) {
				return fmt.Sprintf("%s of record %s was %q and is %q", name, id, v, now)
			}
		}
	}
	return ""
}

// milliseconds writes an instant as the number that it becomes.
func milliseconds(v string) string {
	if t, err := time.Parse("2006-01-02 15:04:05.999999", strings.TrimSuffix(v, ".")); err == nil {
		return strconv.FormatInt(t.UnixMilli(), 10)
	}
	return v
}
