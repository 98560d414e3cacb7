// Command floor does the work of the benchmarked routes by hand, on net/http
// and the SQLite driver alone: what the server's cost is measured against.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

const columns = `"name","price","count","active","note","code","createdAt","updatedAt","id"`

type item struct {
	Name      string  `json:"name"`
	Price     float64 `json:"price"`
	Count     int64   `json:"count"`
	Active    bool    `json:"active"`
	Note      string  `json:"note"`
	Code      string  `json:"code"`
	CreatedAt string  `json:"createdAt"`
	UpdatedAt string  `json:"updatedAt"`
	ID        int64   `json:"id"`
}

func main() {
	addr, file := os.Args[1], os.Args[2]
	pool, err := sqlitex.NewPool(file, sqlitex.PoolOptions{PoolSize: 4})
	if err != nil {
		log.Fatal(err)
	}
	writer, err := sqlite.OpenConn(file)
	if err != nil {
		log.Fatal(err)
	}
	if err := sqlitex.ExecuteScript(writer, `CREATE TABLE item (name TEXT, price REAL, count INTEGER, active INTEGER, note TEXT, code TEXT, "createdAt" TEXT, "updatedAt" TEXT, id INTEGER PRIMARY KEY AUTOINCREMENT);`, nil); err != nil {
		log.Fatal(err)
	}
	if err := sqlitex.ExecuteTransient(writer, `PRAGMA synchronous=FULL`, nil); err != nil {
		log.Fatal(err)
	}
	var write sync.Mutex
	mux := http.NewServeMux()
	read := func(w http.ResponseWriter, query string, arg int64, list bool) {
		conn, err := pool.Take(context.Background())
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		defer pool.Put(conn)
		stmt := conn.Prep(query)
		stmt.BindInt64(1, arg)
		items := []item{}
		for {
			ok, err := stmt.Step()
			if err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
				return
			}
			if !ok {
				break
			}
			items = append(items, scan(stmt))
		}
		_ = stmt.Reset()
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		if list {
			_ = json.NewEncoder(w).Encode(items)
			return
		}
		_ = json.NewEncoder(w).Encode(items[0])
	}
	mux.HandleFunc("GET /web/hello", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		_ = json.NewEncoder(w).Encode(map[string]any{"hello": "world", "list": []int{1, 2, 3}, "nested": map[string]bool{"ok": true}})
	})
	mux.HandleFunc("GET /item/{id}", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.ParseInt(r.PathValue("id"), 10, 64)
		read(w, "SELECT "+columns+" FROM item WHERE id = ?", id, false)
	})
	mux.HandleFunc("GET /item", func(w http.ResponseWriter, r *http.Request) {
		limit, _ := strconv.ParseInt(r.URL.Query().Get("limit"), 10, 64)
		read(w, "SELECT "+columns+" FROM item LIMIT ?", limit, true)
	})
	mux.HandleFunc("POST /item", func(w http.ResponseWriter, r *http.Request) {
		var it item
		if err := json.NewDecoder(r.Body).Decode(&it); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		it.CreatedAt = time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
		it.UpdatedAt = it.CreatedAt
		write.Lock()
		stmt := writer.Prep(`INSERT INTO item (name, price, count, active, note, code, "createdAt", "updatedAt") VALUES (?,?,?,?,?,?,?,?)`)
		stmt.BindText(1, it.Name)
		stmt.BindFloat(2, it.Price)
		stmt.BindInt64(3, it.Count)
		stmt.BindBool(4, it.Active)
		stmt.BindText(5, it.Note)
		stmt.BindText(6, it.Code)
		stmt.BindText(7, it.CreatedAt)
		stmt.BindText(8, it.UpdatedAt)
		_, err := stmt.Step()
		_ = stmt.Reset()
		it.ID = writer.LastInsertRowID()
		write.Unlock()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(http.StatusCreated)
		_ = json.NewEncoder(w).Encode(it)
	})
	mux.HandleFunc("PUT /item/{id}", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.ParseInt(r.PathValue("id"), 10, 64)
		var body struct{ Count int64 }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		write.Lock()
		stmt := writer.Prep(`UPDATE item SET count = ?, "updatedAt" = ? WHERE id = ?`)
		stmt.BindInt64(1, body.Count)
		stmt.BindText(2, time.Now().UTC().Format("2006-01-02T15:04:05.000Z"))
		stmt.BindInt64(3, id)
		_, err := stmt.Step()
		_ = stmt.Reset()
		write.Unlock()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		read(w, "SELECT "+columns+" FROM item WHERE id = ?", id, false)
	})
	log.Fatal(http.ListenAndServe(addr, mux))
}

func scan(stmt *sqlite.Stmt) item {
	return item{
		Name: stmt.ColumnText(0), Price: stmt.ColumnFloat(1), Count: stmt.ColumnInt64(2), Active: stmt.ColumnBool(3),
		Note: stmt.ColumnText(4), Code: stmt.ColumnText(5), CreatedAt: stmt.ColumnText(6), UpdatedAt: stmt.ColumnText(7),
		ID: stmt.ColumnInt64(8),
	}
}
