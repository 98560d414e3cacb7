// Command compare measures what requests cost this server and others: each round starts
// every server once, one after the other, and asks it the same. It prints the processor
// time of the server's process for each request as a ratio, with the spread over the
// rounds, the time until answers come at a fixed rate, and the raw figures.
package main

import (
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"framework/testdata/bench/document"
)

const (
	update     = `{"count":4}`
	createName = "create"
)

const record = `{"name":"a thing","price":12.5,"count":3,"active":true,"note":"some words about it","code":"c-100"}`

// request is one case.
type request struct{ name, method, path, body string }

var requests = []request{
	{"one record, default action", "GET", "/item/7", ""},
	{"list of 30, default action", "GET", "/item?limit=30", ""},
	{"JavaScript action", "GET", "/item/hello", ""},
	{"JavaScript action with findOne", "GET", "/item/one/7", ""},
	{"update", "PUT", "/item/9", update},
	{createName, "POST", "/item", record},
	{"a loop of 20,000 steps", "GET", "/item/compute", ""},
}

func main() {
	log.SetFlags(0)
	rounds := flag.Int("rounds", 5, "how often each server is measured")
	number := flag.Int("requests", 4000, "requests for each case and round")
	longest := flag.Duration("longest", 10*time.Second, "end a case of a round after this time, with fewer requests")
	connections := flag.Int("connections", 64, "connections that ask at once")
	only := flag.String("cases", "", "only cases whose name contains this text")
	which := flag.String("servers", "", "only these servers, by name, with commas between them")
	others := flag.String("others", "", "folder whose node_modules has fastify, better-sqlite3 and express; sails012 in it is a project of Sails 0.12")
	binary := flag.String("framework", "bin/framework", "the program of this server; name=path,name=path for several")
	here := flag.String("files", "testdata", "the folder testdata of the repository")
	floor := flag.String("floor", "", "the program of testdata/bench/floor; no floor without")
	pocketbase := flag.String("pocketbase", "", "PocketBase, built as make compare does; no PocketBase without")
	rates := flag.String("latency", "", "measure the time until answers of this case come, at half and 80 % of the capacity of each server")
	into := flag.String("document", "", "write the tables into this Markdown file too, between its comments <!-- compare: … --> and <!-- end of compare -->")
	flag.Parse()

	work, err := os.MkdirTemp("", "compare")
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(work) }()
	all, err := servers(programs{*binary, *floor, *pocketbase}, *others, *here)
	if err != nil {
		log.Fatal(err)
	}
	if *which != "" {
		names := strings.Split(*which, ",")
		all = slices.DeleteFunc(all, func(s server) bool { return !slices.Contains(names, s.name) })
	}
	if len(all) == 0 {
		log.Fatal("no server is left to measure")
	}
	asked := slices.DeleteFunc(slices.Clone(requests), func(r request) bool { return !strings.Contains(r.name, *only) })
	m := measured{}
	for round := range *rounds {
		order := slices.Clone(all)
		rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, s := range order {
			dir := filepath.Join(work, fmt.Sprintf("%s-%d", s.name, round))
			if err := measure(s, dir, asked, amount{*number, *connections, *longest}, m); err != nil {
				log.Fatalf("%s: %v", s.name, err)
			}
		}
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round+1, *rounds)
	}
	var text strings.Builder
	m.print(&text, all, asked)
	if *rates != "" {
		if err := latencies(&text, all, *rates, work, *connections); err != nil {
			log.Fatal(err)
		}
	}
	describe(&text, *pocketbase, *others, os.Args[1:])
	fmt.Print(text.String())
	if *into != "" {
		if err := document.Put(*into, "compare", text.String()); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Print("\nRaw figures, for each round: microseconds of processor time, requests in a second\n\n")
	m.raw(os.Stdout, all, asked)
}

// amount is how much of a case is measured in a round.
type amount struct {
	requests, connections int
	longest               time.Duration
}

// measure asks a server that is started for it, and adds to what was measured.
func measure(s server, dir string, asked []request, much amount, m measured) error {
	run, err := s.begin(dir)
	if err != nil {
		return err
	}
	defer run.stop()
	if err := run.fill(); err != nil {
		return err
	}
	for _, r := range asked {
		if s.lacks(r.name) {
			continue
		}
		warm := much
		warm.requests, warm.longest = min(much.requests, 500), much.longest/4
		if _, err := run.load(r, warm); err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		before, began := run.used(), time.Now()
		answered, err := run.load(r, much)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		took, n := time.Since(began), float64(answered)
		key := [2]string{s.name, r.name}
		m[key] = append(m[key], sample{
			processor: float64((run.used() - before).Microseconds()) / n,
			rate:      n / took.Seconds(),
		})
	}
	return nil
}
