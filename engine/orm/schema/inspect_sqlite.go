package schema

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ariga.io/atlas/sql/schema"
	"ariga.io/atlas/sql/sqlite"

	"framework/engine/orm"
)

// PlanSQLite plans the statements that bring tables of an SQLite database about, on a
// connection that the caller has. owned are the columns in lower case, by table in lower
// case, that were made for models. strategy replaces the tables' own; "" leaves them.
func PlanSQLite(ctx context.Context, c Conn, tables []Table, strategy orm.Migration, owned map[string][]string) ([]orm.Step, error) {
	s := &session{Migrator: New(nil, SQLite, nil), ctx: ctx, run: c}
	db := database{
		schemas: map[string]*schema.Schema{"": {}}, tables: map[string]*schema.Table{}, views: map[string]bool{}, made: map[string]made{},
		extras: map[string]extras{}, fold: strings.ToLower,
	}
	kinds := map[string]string{}
	err := s.each("SELECT lower(name), type FROM sqlite_master WHERE type IN ('table', 'view')", nil, func(v []string) { kinds[v[0]] = v[1] })
	if err != nil {
		return nil, err
	}
	for i := range tables {
		key := db.fold(tables[i].Name)
		switch kinds[key] {
		case "view":
			db.views[key] = true
		case "table":
			if err := s.inspectSQLite(&db, tables[i].Name, owned[key]); err != nil {
				return nil, fmt.Errorf("inspecting the table %q: %w", tables[i].Name, err)
			}
		}
	}
	return s.planTables(tables, strategy, &db)
}

// each calls fn with every row of a query; NULL is "".
func (s *session) each(query string, args []any, fn func(v []string)) error {
	rows, err := s.run.QueryContext(s.ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // its error is that of Err
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	for rows.Next() {
		values, into := make([]*string, len(names)), make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		row := make([]string, len(names))
		for i, v := range values {
			if v != nil {
				row[i] = *v
			}
		}
		fn(row)
	}
	return rows.Err()
}

// inspectSQLite reads a table as it is.
func (s *session) inspectSQLite(db *database, name string, owned []string) error {
	t := &schema.Table{Name: name, Schema: db.schemas[""]}
	x := extras{computed: map[*schema.Column]bool{}, indexes: map[*schema.Index]string{}}
	var m made
	var keys []*schema.Column
	err := s.each(`SELECT name, type, "notnull", pk, dflt_value, hidden FROM pragma_table_xinfo(?)`, []any{name}, func(v []string) {
		c := &schema.Column{Name: v[0], Type: &schema.ColumnType{Type: &schema.UnsupportedType{T: v[1]}, Raw: strings.ToUpper(v[1]), Null: v[2] == "0"}}
		if v[4] != "" {
			c.Default = &schema.RawExpr{X: v[4]}
		}
		if v[3] != "0" {
			keys = append(keys, c)
		}
		if v[5] != "0" {
			x.computed[c] = true
		}
		if slices.Contains(owned, strings.ToLower(c.Name)) {
			m.Columns = append(m.Columns, c.Name)
		}
		t.AddColumns(c)
	})
	if err != nil {
		return err
	}
	if len(keys) > 0 {
		t.SetPrimaryKey(schema.NewPrimaryKey(keys...))
	}
	if len(keys) == 1 && keys[0].Type.Raw == "INTEGER" {
		keys[0].Attrs = append(keys[0].Attrs, &sqlite.AutoIncrement{}) // it is the row number
	}
	if err := s.inspectIndexes(t, &x, &m); err != nil {
		return err
	}
	err = s.each(`SELECT type, sql FROM sqlite_master WHERE type IN ('table', 'trigger') AND tbl_name = ? COLLATE NOCASE OR type = 'view' ORDER BY name`, []any{name}, func(v []string) {
		switch v[0] {
		case "table":
			x.special = specialWords(v[1])
		case "trigger":
			x.triggers = append(x.triggers, v[1])
		default:
			x.views = append(x.views, v[1])
		}
	})
	key := db.fold(name)
	db.tables[key], db.made[key], db.extras[key] = t, m, x
	return err
}

func (s *session) inspectIndexes(t *schema.Table, x *extras, m *made) error {
	type found struct{ name, text, unique, partial string }
	var list []found
	err := s.each(`SELECT l.name, m.sql, l."unique", l.partial FROM pragma_index_list(?) l LEFT JOIN sqlite_master m ON m.type = 'index' AND m.name = l.name
WHERE l.origin <> 'pk' ORDER BY l.name`, []any{t.Name}, func(v []string) { list = append(list, found{v[0], v[1], v[2], v[3]}) })
	if err != nil {
		return err
	}
	for _, f := range list {
		index := &schema.Index{Name: f.name, Unique: f.unique == "1", Table: t}
		var names []string
		err := s.each(`SELECT name, coll FROM pragma_index_xinfo(?) WHERE key = 1 ORDER BY seqno`, []any{f.name}, func(v []string) {
			part := &schema.IndexPart{SeqNo: len(index.Parts)}
			c, ok := t.Column(v[0])
			switch {
			case ok && strings.EqualFold(v[1], "BINARY"):
				part.C = c
			case ok && strings.EqualFold(v[1], "NOCASE"):
				part.X = &schema.RawExpr{X: SQLite.quote(v[0]) + noCase}
			default:
				part.X = &schema.RawExpr{X: f.text} // an expression, or another order
			}
			names = append(names, SQLite.quote(v[0]))
			index.Parts = append(index.Parts, part)
		})
		if err != nil {
			return err
		}
		if f.partial != "0" {
			index.Attrs = append(index.Attrs, &sqlite.IndexPredicate{})
		}
		if f.text == "" { // a constraint of the table made it
			x.constraints = append(x.constraints, "UNIQUE ("+strings.Join(names, ", ")+")")
		} else {
			x.indexes[index] = f.text
		}
		if strings.HasPrefix(f.name, t.Name+"_") && slices.ContainsFunc([]string{"_unique", "_nocase", "_index"}, func(end string) bool { return strings.HasSuffix(f.name, end) }) {
			m.Indexes = append(m.Indexes, f.name)
		}
		t.AddIndexes(index)
	}
	return nil
}

var (
	quotedParts = regexp.MustCompile("(?s)\"[^\"]*\"|'[^']*'|`[^`]*`|\\[[^\\]]*\\]|--[^\n]*|/\\*.*?\\*/")
	special     = regexp.MustCompile(`(?i)\b(CHECK|REFERENCES|COLLATE|GENERATED|AS\s*\(|STRICT|WITHOUT\s+ROWID|ON\s+CONFLICT)\b`)
)

const withoutRowid = "WITHOUT ROWID"

// specialWords finds the clauses of a CREATE TABLE statement that no pragma
// reports.
func specialWords(text string) []string {
	words := special.FindAllString(quotedParts.ReplaceAllString(text, " "), -1)
	for i, w := range words {
		words[i] = strings.ToUpper(strings.Join(strings.Fields(w), " "))
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// rowNumber is a name of the row number of the table, or of what takes its place; "" for
// none.
func (p *planner) rowNumber() string {
	if slices.Contains(p.extras.special, withoutRowid) {
		if key := p.has.PrimaryKey; key != nil && len(key.Parts) == 1 {
			return p.dialect.quote(key.Parts[0].C.Name)
		}
		return ""
	}
	for _, name := range []string{"rowid", "_rowid_", "oid"} {
		if p.found(name) == nil {
			return name
		}
	}
	return ""
}

// mentions says that an index, a trigger or a view of another's making names the column.
func (p *planner) mentions(column string) bool {
	word := regexp.MustCompile(`(?i)(^|\W)` + regexp.QuoteMeta(column) + `(\W|$)`)
	for x, text := range p.extras.indexes {
		if !slices.Contains(p.made.Indexes, x.Name) && word.MatchString(text) {
			return true
		}
	}
	return slices.ContainsFunc(slices.Concat(p.extras.constraints, p.extras.triggers, p.extras.views), word.MatchString)
}
