package serverdb_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"zombiezen.com/go/sqlite"

	"framework/engine/orm"
	"framework/engine/orm/sqldb"
	"framework/engine/value"
)

// BenchmarkStores does with the ORM and with the bare driver the same work on
// the same tables, turn by turn in one run, and reports the ratio of the times
// as orm/bare. The bare side sends the SQL that a person would write for it
// and reads the rows into plain variables.
func BenchmarkStores(b *testing.B) {
	for _, s := range []struct {
		name string
		open func(b *testing.B) (orm.Adapter, bare)
	}{
		{"SQLite", benchSQLite},
		{"PostgreSQL", benchPostgreSQL},
		{"MySQL", benchMySQL},
	} {
		b.Run(s.name, func(b *testing.B) {
			adapter, driver := s.open(b)
			w := newWork(b, adapter)
			for _, op := range []struct {
				name string
				orm  func(i int) error
				bare func(i int) error
			}{
				{"findOne", w.findOne, driver.findOne},
				{"find30", w.find30, driver.find30},
				{"create", w.create, driver.create},
				{"update", w.update, driver.update},
				{"populate100x10", w.populate, driver.populate},
				{"add", w.add, driver.add},
				{"bulk10000", w.bulk, driver.bulk},
			} {
				b.Run(op.name, func(b *testing.B) {
					for i := range 3 { // statements are prepared, connections made
						if err := firstError(op.orm(i), op.bare(i)); err != nil {
							b.Fatal(err)
						}
					}
					var ours, theirs time.Duration
					i := 3
					for b.Loop() {
						start := time.Now()
						if err := op.orm(i); err != nil {
							b.Fatal(err)
						}
						middle := time.Now()
						if err := op.bare(i); err != nil {
							b.Fatal(err)
						}
						ours += middle.Sub(start)
						theirs += time.Since(middle)
						i++
					}
					b.ReportMetric(float64(ours)/float64(theirs), "orm/bare")
				})
			}
		})
	}
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

const (
	benchOwners = 100
	benchPets   = 10 // of each owner
)

// bare does the work with a driver alone.
type bare interface {
	findOne(i int) error
	find30(i int) error
	create(i int) error
	update(i int) error
	populate(i int) error
	add(i int) error
	bulk(i int) error
}

// work does it with the ORM.
type work struct {
	pet, owner, toy *orm.Model
	owners          []*orm.Record
}

func definition(globalID string, attrs ...orm.AttributeDef) *orm.Definition {
	return &orm.Definition{
		Identity: strings.ToLower(globalID), GlobalID: globalID, Source: "api/models/" + globalID + ".js", Datastore: "store",
		Migrate: orm.Drop, AutoPK: true, CreatedAt: "createdAt", UpdatedAt: "updatedAt", Attributes: attrs,
	}
}

func newWork(b *testing.B, adapter orm.Adapter) *work {
	b.Helper()
	o, err := orm.Open(b.Context(), []*orm.Definition{
		definition("Pet", orm.AttributeDef{Name: "name", Type: "string"}, orm.AttributeDef{Name: "species", Type: "string"},
			orm.AttributeDef{Name: "age", Type: "integer"}, orm.AttributeDef{Name: "owner", Model: "owner"}),
		definition("Owner", orm.AttributeDef{Name: "name", Type: "string"}, orm.AttributeDef{Name: "pets", Collection: "pet", Via: "owner"},
			orm.AttributeDef{Name: "toys", Collection: "toy", Via: "owners"}),
		definition("Toy", orm.AttributeDef{Name: "label", Type: "string"}, orm.AttributeDef{Name: "owners", Collection: "owner", Via: "toys"}),
	}, orm.Options{Datastores: map[string]orm.Adapter{"store": adapter}})
	if err != nil {
		b.Fatal(err)
	}
	w := &work{pet: o.Model("pet"), owner: o.Model("owner"), toy: o.Model("toy")}
	var owners, pets, toys []*value.Map
	for i := range benchOwners {
		owners = append(owners, value.Of("name", "owner "+strconv.Itoa(i)))
		for range benchPets {
			pets = append(pets, petValues(len(pets), int64(i+1)))
		}
	}
	for i := range 1000 {
		toys = append(toys, value.Of("label", "toy "+strconv.Itoa(i)))
	}
	for m, rows := range map[*orm.Model][]*value.Map{w.owner: owners, w.pet: pets, w.toy: toys} {
		if _, err := m.CreateEach(b.Context(), rows); err != nil {
			b.Fatal(err)
		}
	}
	if w.owners, err = w.owner.Find(b.Context(), &orm.Query{}); err != nil {
		b.Fatal(err)
	}
	return w
}

func petValues(i int, owner int64) *value.Map {
	m := value.Of("name", "pet "+strconv.Itoa(i), "species", "dog", "age", int64(i%20))
	if owner > 0 {
		m.Set("owner", owner)
	}
	return m
}

func benchID(i int) int64 { return int64(i%(benchOwners*benchPets) + 1) }

func (w *work) one(m *orm.Model, i int) (*orm.Query, error) { return m.Query(benchID(i)) }

func (w *work) findOne(i int) error {
	q, err := w.one(w.pet, i)
	if err != nil {
		return err
	}
	r, err := w.pet.FindOne(context.Background(), q)
	if err == nil && r == nil {
		return fmt.Errorf("no record %d", benchID(i))
	}
	return err
}

func (w *work) find30(int) error {
	q, err := w.pet.Query(value.Of("species", "dog", "limit", int64(30)))
	if err != nil {
		return err
	}
	found, err := w.pet.Find(context.Background(), q)
	if err == nil && len(found) != 30 {
		return fmt.Errorf("found %d", len(found))
	}
	return err
}

func (w *work) create(i int) error {
	_, err := w.pet.Create(context.Background(), petValues(i, 0))
	return err
}

func (w *work) update(i int) error {
	q, err := w.one(w.pet, i)
	if err != nil {
		return err
	}
	_, err = w.pet.Update(context.Background(), q, value.Of("age", int64(i%50)))
	return err
}

func (w *work) populate(int) error {
	found, err := w.owner.Find(context.Background(), &orm.Query{Populate: []orm.Populate{{Alias: "pets"}}})
	if err == nil && len(found) != benchOwners {
		return fmt.Errorf("found %d", len(found))
	}
	return err
}

// pairOf is a pair of an owner and a toy that comes once.
func pairOf(i int) (owner, toy int64) { return int64(i%benchOwners + 1), int64(i/benchOwners%1000 + 1) }

func (w *work) add(i int) error {
	owner, toy := pairOf(i)
	return w.owner.Save(context.Background(), w.owners[owner-1], []orm.Change{{Alias: "toys", Child: toy}})
}

func (w *work) bulk(int) error {
	rows := make([]*value.Map, 10_000)
	for i := range rows {
		rows[i] = petValues(i, 0)
	}
	_, err := w.pet.CreateEach(context.Background(), rows)
	return err
}

// pet is a row in plain variables.
type pet struct {
	name, species *string
	age, owner    *int64
	created       time.Time
	updated       time.Time
	id            int64
}

func (p *pet) fields() []any {
	return []any{&p.name, &p.species, &p.age, &p.owner, &p.created, &p.updated, &p.id}
}

const petColumns = `"name", "species", "age", "owner", "createdAt", "updatedAt", "id"`

func benchPostgreSQL(b *testing.B) (orm.Adapter, bare) {
	p := servers[0].place(b)
	db := p.with(b, p.opts)
	cfg, err := pgxpool.ParseConfig(p.opts.URL)
	if err != nil {
		b.Fatal(err)
	}
	cfg.ConnConfig.RuntimeParams["search_path"] = p.opts.Schema
	pool, err := pgxpool.NewWithConfig(b.Context(), cfg)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(pool.Close)
	return db, &barePostgreSQL{pool}
}

type barePostgreSQL struct{ pool *pgxpool.Pool }

func (d *barePostgreSQL) scan(sql string, args ...any) (pets []pet, err error) {
	rows, err := d.pool.Query(context.Background(), sql, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p pet
		if err := rows.Scan(p.fields()...); err != nil {
			return nil, err
		}
		pets = append(pets, p)
	}
	return pets, rows.Err()
}

func (d *barePostgreSQL) findOne(i int) error {
	_, err := d.scan(`SELECT `+petColumns+` FROM pet WHERE id = $1 LIMIT 1`, benchID(i))
	return err
}

func (d *barePostgreSQL) find30(int) error {
	_, err := d.scan(`SELECT `+petColumns+` FROM pet WHERE lower(species) = lower($1) ORDER BY id LIMIT 30`, "dog")
	return err
}

func (d *barePostgreSQL) create(i int) error {
	now := time.Now()
	_, err := d.scan(`INSERT INTO pet ("name", "species", "age", "createdAt", "updatedAt") VALUES ($1, $2, $3, $4, $5) RETURNING `+petColumns,
		"pet "+strconv.Itoa(i), "dog", int64(i%20), now, now)
	return err
}

func (d *barePostgreSQL) update(i int) error {
	_, err := d.scan(`UPDATE pet SET age = $1, "updatedAt" = $2 WHERE id = $3 RETURNING `+petColumns, int64(i%50), time.Now(), benchID(i))
	return err
}

func (d *barePostgreSQL) populate(int) error {
	rows, err := d.pool.Query(context.Background(), `SELECT id, "name", "createdAt", "updatedAt" FROM owner ORDER BY id`)
	if err != nil {
		return err
	}
	defer rows.Close()
	var ids []int64
	for rows.Next() {
		var p pet
		if err := rows.Scan(&p.id, &p.name, &p.created, &p.updated); err != nil {
			return err
		}
		ids = append(ids, p.id)
	}
	pets, err := d.scan(`SELECT `+petColumns+` FROM pet WHERE owner = ANY($1) ORDER BY id`, ids)
	groups := map[int64][]pet{}
	for _, p := range pets {
		groups[*p.owner] = append(groups[*p.owner], p)
	}
	return err
}

func (d *barePostgreSQL) add(i int) error {
	owner, toy := pairOf(i)
	toy += 500 // apart from those of the ORM
	ctx := context.Background()
	return pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE owner SET name = $1, "createdAt" = $2, "updatedAt" = $2 WHERE id = $3 RETURNING *`, "owner", time.Now(), owner); err != nil {
			return err
		}
		var n int
		if err := tx.QueryRow(ctx, `SELECT count(*) FROM toy WHERE id = $1`, toy).Scan(&n); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, `SELECT count(*) FROM owner_toys__toy_owners WHERE owner_toys = $1 AND toy_owners = $2`, owner, toy).Scan(&n); err != nil || n > 0 {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO owner_toys__toy_owners (owner_toys, toy_owners) VALUES ($1, $2)`, owner, toy)
		return err
	})
}

func (d *barePostgreSQL) bulk(int) error {
	ctx := context.Background()
	return pgx.BeginFunc(ctx, d.pool, func(tx pgx.Tx) error {
		for from := 0; from < 10_000; from += 1000 {
			text, args := insertMany(from, 1000, func(n int) string { return "$" + strconv.Itoa(n) }, time.Now())
			rows, err := tx.Query(ctx, text+" RETURNING id", args...)
			if err != nil {
				return err
			}
			if _, err := pgx.CollectRows(rows, pgx.RowTo[int64]); err != nil {
				return err
			}
		}
		return nil
	})
}

// insertMany is one INSERT of many pets.
func insertMany(from, n int, param func(n int) string, now any) (string, []any) {
	var text strings.Builder
	text.WriteString(`INSERT INTO pet (name, species, age, "createdAt", "updatedAt") VALUES `)
	args := make([]any, 0, 5*n)
	for i := range n {
		if i > 0 {
			text.WriteString(", ")
		}
		for j := range 5 {
			text.WriteString(map[bool]string{true: "(", false: ", "}[j == 0] + param(len(args)+j+1))
		}
		text.WriteString(")")
		args = append(args, "pet "+strconv.Itoa(from+i), "dog", int64(i%20), now, now)
	}
	return text.String(), args
}

func benchMySQL(b *testing.B) (orm.Adapter, bare) {
	p := servers[1].place(b)
	u, err := url.Parse(p.opts.URL)
	if err != nil {
		b.Fatal(err)
	}
	u.Path = "/" + p.opts.Database
	return p.with(b, p.opts), openBareMySQL(b, u.String())
}

func openBareMySQL(b *testing.B, address string) *bareMySQL {
	b.Helper()
	u, err := url.Parse(address)
	if err != nil {
		b.Fatal(err)
	}
	password, _ := u.User.Password()
	pool, err := sql.Open("mysql", u.User.Username()+":"+password+"@tcp("+u.Host+")"+u.Path+"?interpolateParams=true&parseTime=true&loc=Local&sql_mode=%27ANSI_QUOTES,STRICT_TRANS_TABLES%27")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = pool.Close() })
	return &bareMySQL{pool}
}

type bareMySQL struct{ pool *sql.DB }

func (d *bareMySQL) scan(q interface {
	Query(query string, args ...any) (*sql.Rows, error)
}, text string, args ...any,
) (pets []pet, err error) {
	rows, err := q.Query(text, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var p pet
		if err := rows.Scan(p.fields()...); err != nil {
			return nil, err
		}
		pets = append(pets, p)
	}
	return pets, rows.Err()
}

func (d *bareMySQL) findOne(i int) error {
	_, err := d.scan(d.pool, `SELECT `+petColumns+` FROM pet WHERE id = ? LIMIT 1`, benchID(i))
	return err
}

func (d *bareMySQL) find30(int) error {
	_, err := d.scan(d.pool, `SELECT `+petColumns+` FROM pet WHERE species = ? ORDER BY id LIMIT 30`, "dog")
	return err
}

func (d *bareMySQL) create(i int) error {
	now := time.Now()
	done, err := d.pool.Exec(`INSERT INTO pet ("name", "species", "age", "createdAt", "updatedAt") VALUES (?, ?, ?, ?, ?)`, "pet "+strconv.Itoa(i), "dog", int64(i%20), now, now)
	if err != nil {
		return err
	}
	_, err = done.LastInsertId()
	return err
}

func (d *bareMySQL) update(i int) error {
	tx, err := d.pool.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after a commit it does nothing
	if _, err := tx.Exec(`UPDATE pet SET age = ?, "updatedAt" = ? WHERE id = ?`, int64(i%50), time.Now(), benchID(i)); err != nil {
		return err
	}
	if _, err := d.scan(tx, `SELECT `+petColumns+` FROM pet WHERE id = ?`, benchID(i)); err != nil {
		return err
	}
	return tx.Commit()
}

func (d *bareMySQL) populate(int) error {
	rows, err := d.pool.Query(`SELECT id, "name", "createdAt", "updatedAt" FROM owner ORDER BY id`)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	var ids []any
	for rows.Next() {
		var p pet
		if err := rows.Scan(&p.id, &p.name, &p.created, &p.updated); err != nil {
			return err
		}
		ids = append(ids, p.id)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	pets, err := d.scan(d.pool, `SELECT `+petColumns+` FROM pet WHERE owner IN (?`+strings.Repeat(",?", len(ids)-1)+`) ORDER BY id`, ids...)
	groups := map[int64][]pet{}
	for _, p := range pets {
		groups[*p.owner] = append(groups[*p.owner], p)
	}
	return err
}

func (d *bareMySQL) add(i int) error {
	owner, toy := pairOf(i)
	toy += 500
	tx, err := d.pool.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after a commit it does nothing
	if _, err := tx.Exec(`UPDATE owner SET name = ?, "createdAt" = ?, "updatedAt" = ? WHERE id = ?`, "owner", time.Now(), time.Now(), owner); err != nil {
		return err
	}
	var n int
	if err := tx.QueryRow(`SELECT count(*) FROM toy WHERE id = ?`, toy).Scan(&n); err != nil {
		return err
	}
	if err := tx.QueryRow(`SELECT count(*) FROM owner_toys__toy_owners WHERE owner_toys = ? AND toy_owners = ?`, owner, toy).Scan(&n); err != nil || n > 0 {
		return err
	}
	if _, err := tx.Exec(`INSERT INTO owner_toys__toy_owners (owner_toys, toy_owners) VALUES (?, ?)`, owner, toy); err != nil {
		return err
	}
	return tx.Commit()
}

func (d *bareMySQL) bulk(int) error {
	tx, err := d.pool.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after a commit it does nothing
	for from := 0; from < 10_000; from += 1000 {
		text, args := insertMany(from, 1000, func(int) string { return "?" }, time.Now())
		if _, err := tx.Exec(text, args...); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func benchSQLite(b *testing.B) (orm.Adapter, bare) {
	path := filepath.Join(b.TempDir(), "bench.db")
	db, err := sqldb.Open(b.Context(), sqldb.Options{Path: path, Schema: true, Synchronous: "NORMAL"})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = conn.Close() })
	conn.SetBusyTimeout(time.Second)
	d := &bareSQLite{conn}
	if err := d.run("PRAGMA synchronous=NORMAL", nil); err != nil {
		b.Fatal(err)
	}
	return db, d
}

type bareSQLite struct{ conn *sqlite.Conn }

// run runs a statement; row may be nil.
func (d *bareSQLite) run(text string, row func(stmt *sqlite.Stmt), args ...any) error {
	stmt, err := d.conn.Prepare(text)
	if err != nil {
		return err
	}
	defer func() { _ = stmt.Reset() }()
	for i, v := range args {
		switch v := v.(type) {
		case string:
			stmt.BindText(i+1, v)
		case int64:
			stmt.BindInt64(i+1, v)
		}
	}
	for {
		more, err := stmt.Step()
		if err != nil || !more {
			return err
		}
		if row != nil {
			row(stmt)
		}
	}
}

// pets reads rows as the ORM has to: dates are text in the database.
func (d *bareSQLite) pets(text string, args ...any) (pets []pet, err error) {
	err = d.run(text, func(stmt *sqlite.Stmt) {
		name, species, age, owner := stmt.ColumnText(0), stmt.ColumnText(1), stmt.ColumnInt64(2), stmt.ColumnInt64(3)
		p := pet{name: &name, species: &species, age: &age, owner: &owner, id: stmt.ColumnInt64(6)}
		p.created, _ = time.Parse(time.RFC3339, stmt.ColumnText(4))
		p.updated, _ = time.Parse(time.RFC3339, stmt.ColumnText(5))
		pets = append(pets, p)
	}, args...)
	return pets, err
}

func now() string { return time.Now().UTC().Format(value.DateLayout) }

func (d *bareSQLite) findOne(i int) error {
	_, err := d.pets(`SELECT `+petColumns+` FROM pet WHERE id = ? LIMIT 1`, benchID(i))
	return err
}

func (d *bareSQLite) find30(int) error {
	_, err := d.pets(`SELECT `+petColumns+` FROM pet WHERE species = ? COLLATE NOCASE ORDER BY rowid LIMIT 30`, "dog")
	return err
}

func (d *bareSQLite) create(i int) error {
	return d.run(`INSERT INTO pet ("name", "species", "age", "createdAt", "updatedAt") VALUES (?, ?, ?, ?, ?)`, nil, "pet "+strconv.Itoa(i), "dog", int64(i%20), now(), now())
}

func (d *bareSQLite) update(i int) error {
	_, err := d.pets(`UPDATE pet SET age = ?, "updatedAt" = ? WHERE id = ? RETURNING `+petColumns, int64(i%50), now(), benchID(i))
	return err
}

func (d *bareSQLite) populate(int) error {
	var ids []any
	err := d.run(`SELECT id, name, createdAt, updatedAt FROM owner ORDER BY id`, func(stmt *sqlite.Stmt) {
		var p pet
		name := stmt.ColumnText(1)
		p.name = &name
		p.created, _ = time.Parse(time.RFC3339, stmt.ColumnText(2))
		p.updated, _ = time.Parse(time.RFC3339, stmt.ColumnText(3))
		ids = append(ids, stmt.ColumnInt64(0))
	})
	if err != nil {
		return err
	}
	pets, err := d.pets(`SELECT `+petColumns+` FROM pet WHERE owner IN (?`+strings.Repeat(",?", len(ids)-1)+`) ORDER BY id`, ids...)
	groups := map[int64][]pet{}
	for _, p := range pets {
		groups[*p.owner] = append(groups[*p.owner], p)
	}
	return err
}

// inTransaction runs fn between BEGIN and COMMIT.
func (d *bareSQLite) inTransaction(fn func() error) error {
	return firstError(d.run("BEGIN IMMEDIATE", nil), fn(), d.run("COMMIT", nil))
}

func (d *bareSQLite) add(i int) error {
	owner, toy := pairOf(i)
	toy += 500
	return d.inTransaction(func() error {
		if err := d.run(`UPDATE owner SET name = ?, createdAt = ?, updatedAt = ? WHERE id = ? RETURNING *`, nil, "owner", now(), now(), owner); err != nil {
			return err
		}
		n := int64(0)
		count := func(stmt *sqlite.Stmt) { n = stmt.ColumnInt64(0) }
		if err := d.run(`SELECT count(*) FROM toy WHERE id = ?`, count, toy); err != nil {
			return err
		}
		if err := d.run(`SELECT count(*) FROM owner_toys__toy_owners WHERE owner_toys = ? AND toy_owners = ?`, count, owner, toy); err != nil || n > 0 {
			return err
		}
		return d.run(`INSERT INTO owner_toys__toy_owners (owner_toys, toy_owners) VALUES (?, ?)`, nil, owner, toy)
	})
}

func (d *bareSQLite) bulk(int) error {
	return d.inTransaction(func() error {
		for from := 0; from < 10_000; from += 1000 {
			text, args := insertMany(from, 1000, func(int) string { return "?" }, now())
			if err := d.run(text, nil, args...); err != nil {
				return err
			}
		}
		return nil
	})
}
