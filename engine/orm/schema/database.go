package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ariga.io/atlas/sql/migrate"
	"ariga.io/atlas/sql/mysql"
	"ariga.io/atlas/sql/postgres"
	"ariga.io/atlas/sql/schema"
)

// memory is the table that remembers what this package made.
const memory = "_framework_schema"

// database is what there is of the wanted tables, by key.
type database struct {
	driver migrate.Driver // nil without a database
	// applier writes the statements of changes.
	applier migrate.PlanApplier
	// schemas are those that exist, by the name that Table has for them.
	schemas map[string]*schema.Schema
	tables  map[string]*schema.Table
	views   map[string]bool
	made    map[string]made
	memory  bool              // there is a memory
	extras  map[string]extras // of SQLite
	fold    func(string) string
}

// made is what this package made of a table, in the case of the database.
type made struct {
	Columns []string `json:"columns"`
	Indexes []string `json:"indexes"`
}

// key is what a table is known by in database and memory.
func (t *Table) key() string {
	if t.Schema != "" {
		return t.Schema + "." + t.Name
	}
	return t.Name
}

// missing are the names of the tables that are not there; of a name in several
// schemas, where none of them is.
func (d database) missing(tables []Table) map[string]bool {
	out := map[string]bool{}
	for i := range tables {
		t := &tables[i]
		others, seen := out[t.Name]
		out[t.Name] = d.tables[d.fold(t.key())] == nil && (others || !seen)
	}
	return out
}

// inspect reads what there is of the tables.
func (s *session) inspect(tables []Table) (database, error) {
	d := database{
		schemas: map[string]*schema.Schema{}, tables: map[string]*schema.Table{},
		views: map[string]bool{}, made: map[string]made{}, fold: func(name string) string { return name },
	}
	var err error
	if s.dialect == MySQL {
		var fold int
		if err := s.row("SELECT @@lower_case_table_names", &fold); err != nil {
			return d, err
		}
		if fold != 0 {
			d.fold = strings.ToLower
		}
		d.driver, err = mysql.Open(s.run)
	} else {
		d.driver, err = postgres.Open(s.run)
	}
	if err != nil {
		return d, err
	}
	d.applier = d.driver
	names := map[string][]string{"": {memory}}
	for _, t := range tables {
		names[t.Schema] = append(names[t.Schema], t.Name)
	}
	for _, in := range slices.Sorted(maps.Keys(names)) {
		found, err := d.driver.InspectSchema(s.ctx, in, &schema.InspectOptions{
			Mode: schema.InspectSchemas | schema.InspectTables | schema.InspectTypes, Tables: names[in],
		})
		if schema.IsNotExistError(err) && in != "" {
			continue
		}
		if err != nil {
			return d, fmt.Errorf("inspecting the tables: %w", err)
		}
		d.schemas[in] = found
		for _, t := range found.Tables {
			d.tables[d.fold((&Table{Schema: in, Name: t.Name}).key())] = t
		}
		if err := s.listViews(d, in, found.Name); err != nil {
			return d, err
		}
	}
	return d, s.recall(&d)
}

// listViews adds the views of a schema: their names cannot be tables'.
func (s *session) listViews(d database, in, name string) error {
	query := "SELECT table_name FROM information_schema.views WHERE table_schema = ?"
	if s.dialect == PostgreSQL {
		query = "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind IN ('v', 'm', 'f')"
	}
	rows, err := s.run.QueryContext(s.ctx, query, name)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // its error is that of Err
	for rows.Next() {
		var view string
		if err := rows.Scan(&view); err != nil {
			return err
		}
		d.views[d.fold((&Table{Schema: in, Name: view}).key())] = true
	}
	return rows.Err()
}

// recall reads what this package made of the tables that still exist.
func (s *session) recall(d *database) error {
	if d.tables[memory] == nil {
		return nil
	}
	d.memory = true
	rows, err := s.run.QueryContext(s.ctx, "SELECT "+s.dialect.quote("table")+", "+s.dialect.quote("made")+" FROM "+s.dialect.quote(memory))
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // its error is that of Err
	for rows.Next() {
		var table, text string
		if err := rows.Scan(&table, &text); err != nil {
			return err
		}
		var m made
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			return fmt.Errorf("the table %s: what is made of %q: %w", memory, table, err)
		}
		if d.tables[table] != nil {
			d.made[table] = m
		}
	}
	return rows.Err()
}

// remember writes down what of the tables is of this package's making: what
// was before, and what was not there before.
func (s *session) remember(tables []Table, before database) error {
	after, err := s.inspect(tables)
	if err != nil {
		return err
	}
	if !after.memory {
		types := "(%s varchar(255) PRIMARY KEY, %s text NOT NULL)"
		if _, err := s.run.ExecContext(s.ctx, "CREATE TABLE "+s.dialect.quote(memory)+" "+
			fmt.Sprintf(types, s.dialect.quote("table"), s.dialect.quote("made"))); err != nil {
			return err
		}
	}
	for _, t := range tables {
		key := after.fold(t.key())
		has, had := after.tables[key], before.tables[key]
		if has == nil {
			continue
		}
		now := made{Columns: []string{}, Indexes: []string{}}
		for _, c := range has.Columns {
			if slices.Contains(before.made[key].Columns, c.Name) || had == nil || !hasColumn(had, c.Name) {
				now.Columns = append(now.Columns, c.Name)
			}
		}
		for _, x := range has.Indexes {
			if slices.Contains(before.made[key].Indexes, x.Name) || had == nil || !hasIndex(had, x.Name) {
				now.Indexes = append(now.Indexes, x.Name)
			}
		}
		text, err := json.Marshal(now)
		if err != nil {
			return err
		}
		if err := s.write(key, string(text), before.made[key]); err != nil {
			return fmt.Errorf("the table %s: %w", memory, err)
		}
	}
	return nil
}

func (s *session) write(key, text string, before made) error {
	if before.Columns == nil && text == `{"columns":[],"indexes":[]}` {
		return nil
	}
	table, made := s.dialect.quote("table"), s.dialect.quote("made")
	first, second := "$1", "$2"
	if s.dialect == MySQL {
		first, second = "?", "?"
	}
	_, err := s.run.ExecContext(s.ctx, "DELETE FROM "+s.dialect.quote(memory)+" WHERE "+table+" = "+first, key)
	if err != nil {
		return err
	}
	_, err = s.run.ExecContext(s.ctx, "INSERT INTO "+s.dialect.quote(memory)+" ("+table+", "+made+") VALUES ("+first+", "+second+")", key, text)
	return err
}

func hasColumn(t *schema.Table, name string) bool {
	_, ok := t.Column(name)
	return ok
}

func hasIndex(t *schema.Table, name string) bool {
	_, ok := t.Index(name)
	return ok
}

// quote makes an identifier of a name.
func (d Dialect) quote(name string) string {
	if d == MySQL {
		return "`" + strings.ReplaceAll(name, "`", "``") + "`"
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// literal makes a text of SQL.
func literal(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

// qualified is the table's name in a statement.
func (d Dialect) qualified(t *Table) string {
	if t.Schema != "" {
		return d.quote(t.Schema) + "." + d.quote(t.Name)
	}
	return d.quote(t.Name)
}

// errNoColumns is a table that cannot be.
var errNoColumns = errors.New("a table has to have a column")
