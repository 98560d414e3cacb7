// Command compute measures what JavaScript computes here beside Node: each round runs every
// group of cases in each program, in random order, and notes the processor time of a step. It
// prints the ratios with their spread over the rounds.
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

	"framework/testdata/bench/document"
)

func main() {
	log.SetFlags(0)
	rounds := flag.Int("rounds", 5, "how often each case is measured in each program")
	binary := flag.String("framework", "bin/framework", "the program of this server; name=path,name=path for several")
	node := flag.String("node", "node", "the program of Node, none if empty")
	only := flag.String("cases", "", "only cases whose group and name, as in \"arrays: map\", contain this text")
	project := flag.String("project", "testdata/compute/project", "the project with the cases")
	into := flag.String("document", "", "write the table into this Markdown file too, between its comments <!-- compute: … --> and <!-- end of compute -->")
	flag.Parse()

	all, err := programs(*binary, *node)
	if err != nil {
		log.Fatal(err)
	}
	groups, err := groups(*project)
	if err != nil {
		log.Fatal(err)
	}
	m := measured{}
	for round := range *rounds {
		for _, group := range groups {
			order := slices.Clone(all)
			rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
			for _, p := range order {
				took, err := p.measure(*project, group, *only)
				if err != nil {
					log.Fatalf("%s, %s: %v", p.name, group, err)
				}
				for _, c := range took {
					m.add(group, c, p.name)
				}
			}
		}
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round+1, *rounds)
	}
	var text strings.Builder
	m.print(&text, all)
	describe(&text, *node, os.Args[1:])
	fmt.Print(text.String())
	if *into != "" {
		if err := document.Put(*into, "compute", text.String()); err != nil {
			log.Fatal(err)
		}
	}
}

// groups are the names of the files with cases.
func groups(project string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(project, "cases", "*.js"))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s has no cases: run this in the folder of the repository, or say -project", project)
	}
	for i, f := range files {
		files[i] = strings.TrimSuffix(filepath.Base(f), ".js")
	}
	return files, err
}
