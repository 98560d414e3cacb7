// Command progress reads what go test -json prints and prints at once which
// packages and tests have ended, what failed with its output, and each minute
// what still runs: go test itself prints nothing about a package until those
// before it in its list are done. At the end it lists the slowest tests, and
// exits with 1 when something failed. A log of everything is kept in the file
// of its argument.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

type event struct {
	Action, Package, Test, Output string
	ImportPath                    string
	Elapsed                       float64
}

type ended struct {
	name    string
	elapsed float64
}

func main() {
	log, err := os.Create(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	events := make(chan event)
	go func() {
		defer close(events)
		in := bufio.NewReader(os.Stdin)
		for {
			line, err := in.ReadString('\n')
			if line != "" {
				fmt.Fprint(log, line)
				var e event
				if json.Unmarshal([]byte(line), &e) != nil {
					fmt.Print(line) // what is no event: the go command's own words
				} else {
					events <- e
				}
			}
			if err != nil {
				return
			}
		}
	}()
	if follow(events) {
		os.Exit(1)
	}
}

// follow prints events until they end, and reports whether something failed.
func follow(events <-chan event) (failed bool) {
	began, minute := time.Now(), time.NewTicker(time.Minute)
	output, running, passed := map[string][]string{}, map[string]time.Time{}, 0
	var slow, bad []ended
	for {
		select {
		case <-minute.C:
			var names []string
			for name, since := range running {
				names = append(names, fmt.Sprintf("%s (%.0fs)", name, time.Since(since).Seconds()))
			}
			slices.Sort(names)
			if len(names) > 6 {
				names = append(names[:6], fmt.Sprintf("%d more", len(names)-6))
			}
			fmt.Printf("… %.0f min, %d tests passed, %d failed; running: %s\n", time.Since(began).Minutes(), passed, len(bad), strings.Join(names, ", "))
		case e, ok := <-events:
			if !ok {
				slices.SortFunc(slow, func(a, b ended) int { return cmp.Compare(b.elapsed, a.elapsed) })
				for _, t := range slow[:min(15, len(slow))] {
					fmt.Printf("slow  %6.1fs %s\n", t.elapsed, t.name)
				}
				for _, t := range bad {
					fmt.Printf("FAIL  %6.1fs %s\n", t.elapsed, t.name)
				}
				return failed
			}
			name := strings.TrimSpace(e.Package + " " + e.Test)
			switch e.Action {
			case "run":
				if !strings.Contains(e.Test, "/") {
					running[name] = time.Now()
				}
			case "output":
				output[name] = append(output[name], e.Output)
			case "build-output":
				fmt.Print(e.Output)
			case "build-fail":
				failed = true
			case "pass", "fail", "skip":
				delete(running, name)
				if e.Action == "fail" {
					failed = true
					bad = append(bad, ended{name, e.Elapsed})
					fmt.Printf("FAIL  %6.1fs %s\n%s", e.Elapsed, name, strings.Join(output[name], ""))
				} else if e.Test == "" {
					fmt.Printf("%s  %6.1fs %s\n", e.Action, e.Elapsed, name)
				} else {
					passed++
				}
				if e.Test != "" && !strings.Contains(e.Test, "/") {
					slow = append(slow, ended{name, e.Elapsed})
				}
				delete(output, name)
			}
		}
	}
}
