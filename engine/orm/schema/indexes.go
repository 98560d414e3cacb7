package schema

import (
	"fmt"
	"slices"
	"strings"

	"ariga.io/atlas/sql/schema"
)

// dropIndexes drops the indexes that this package has created and that nothing
// needs any more.
func (p *planner) dropIndexes() error {
	for _, x := range p.has.Indexes {
		wanted := slices.ContainsFunc(p.t.Indexes, func(w Index) bool { return p.dialect.satisfies(x, &w) && x.Unique == w.Unique })
		if wanted || !slices.Contains(p.made.Indexes, x.Name) {
			continue
		}
		if _, err := p.change(nil, "no attribute needs the index any more", &schema.DropIndex{I: x}); err != nil {
			return err
		}
		p.dropped[x] = true
	}
	return nil
}

// unique says that the column is to be unique.
func (p *planner) unique(name string) bool {
	return slices.ContainsFunc(p.t.Indexes, func(x Index) bool { return x.Unique && len(x.Parts) == 1 && x.Parts[0].Column == name })
}

// uniqueColumn reports whether the column is unique in the database.
func (p *planner) uniqueColumn(name string) bool {
	is := func(x *schema.Index) bool {
		return x != nil && len(x.Parts) == 1 && x.Parts[0].C != nil && p.dialect.sameName(x.Parts[0].C.Name, name)
	}
	return is(p.has.PrimaryKey) || slices.ContainsFunc(p.has.Indexes, func(x *schema.Index) bool { return x.Unique && !p.dropped[x] && is(x) })
}

// distinct removes all but one of the records that share the values of the
// columns, those of lower in lower case. early says that the columns have yet
// to be converted when it happens.
func (p *planner) distinct(names []string, lower map[string]bool, early bool) error {
	var values, same []string
	for _, name := range names {
		former := p.found(name) == nil && p.source(name) != "NULL"
		if p.found(name) == nil && !former || p.replaced[name] {
			return nil // its values are all absent, or new
		}
		convert := p.converted[name]
		if convert == nil {
			convert = func(q string) string { return q }
		}
		now := convert // when the statement runs
		if !early {
			now = func(q string) string { return q }
		}
		q := p.dialect.quote(name)
		value, a, b := convert(q), now("a."+q), now("b."+q)
		if former {
			value = p.fresh(name)
		}
		if lower[name] {
			value, a, b = "lower("+value+")", "lower("+a+")", "lower("+b+")"
		}
		values, same = append(values, value), append(same, a+" = "+b)
	}
	table := p.dialect.qualified(p.t)
	list := strings.Join(values, ", ")
	n, err := p.answer("SELECT coalesce(sum(n - 1), 0) FROM (SELECT count(*) AS n FROM " + table + " WHERE (" +
		strings.Join(values, ") IS NOT NULL AND (") + ") IS NOT NULL GROUP BY " + list + " HAVING count(*) > 1) AS shared")
	if err != nil || n == 0 {
		return err
	}
	order := ""
	if key := p.has.PrimaryKey; key != nil && len(key.Parts) == 1 && key.Parts[0].C != nil {
		q := p.dialect.quote(key.Parts[0].C.Name)
		order = "a." + q + " > b." + q
	} else if p.dialect == PostgreSQL {
		order = "a.ctid > b.ctid"
	} else if p.dialect == SQLite && p.rowid != "" {
		order = "a." + p.rowid + " > b." + p.rowid
	}
	if order == "" && p.offline() {
		return nil // creating the index fails then, and says why
	}
	if order == "" {
		return fmt.Errorf("%q becomes unique, but %s share its values and the table has no key to choose by; remove them first",
			strings.Join(names, ", "), amount(n, "record"))
	}
	where := strings.Join(same, " AND ") + " AND " + order
	sql := "DELETE FROM " + table + " AS a USING " + table + " AS b WHERE " + where
	switch p.dialect {
	case MySQL:
		sql = "DELETE a FROM " + table + " AS a JOIN " + table + " AS b ON " + where
	case SQLite:
		sql = "DELETE FROM " + table + " AS a WHERE EXISTS (SELECT 1 FROM " + table + " AS b WHERE " + where + ")"
	}
	s := p.add(p.wantedColumn(names[0]), sql, fmt.Sprintf("%q becomes unique", strings.Join(names, ", ")))
	s.Loses, s.Cleanup = fmt.Sprintf("%s whose %q another one has", amount(n, "record"), strings.Join(names, ", ")), true
	return nil
}

// indexes makes those that are missing.
func (p *planner) indexes() error {
	for i := range p.t.Indexes {
		x := &p.t.Indexes[i]
		satisfied := func(have *schema.Index) bool { return !p.dropped[have] && p.dialect.satisfies(have, x) }
		if slices.ContainsFunc(p.has.Indexes, satisfied) || p.sameKey() && p.keySatisfies(x) {
			continue
		}
		if x.Unique {
			names, lower := make([]string, len(x.Parts)), map[string]bool{}
			for i, part := range x.Parts {
				names[i] = part.Column
				lower[part.Column] = part.Lower && p.dialect != MySQL
			}
			if err := p.distinct(names, lower, false); err != nil {
				return err
			}
		}
		if err := p.addIndex(x); err != nil {
			return err
		}
	}
	return nil
}

// keySatisfies says that the primary key does what the index would.
func (p *planner) keySatisfies(x *Index) bool {
	key := p.has.PrimaryKey
	return key != nil && p.dialect.satisfies(&schema.Index{Unique: true, Parts: key.Parts}, x)
}

func (p *planner) addIndex(x *Index) error {
	// The columns are those that the table will have.
	all, err := p.dialect.table(p.t, p.has.Schema)
	if err != nil {
		return err
	}
	index, err := p.dialect.index(x, all)
	if err != nil {
		return err
	}
	why := "records are found by %q"
	if x.Unique {
		why = "%q is unique"
	}
	names := make([]string, len(x.Parts))
	lower := false
	for i, part := range x.Parts {
		names[i], lower = part.Column, lower || part.Lower
	}
	reason := fmt.Sprintf(why, strings.Join(names, ", "))
	if lower && !x.Unique {
		reason += ", whose case does not matter"
	}
	_, err = p.change(p.wantedColumn(names[0]), reason, &schema.AddIndex{I: index})
	return err
}
