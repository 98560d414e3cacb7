package main

import (
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"framework/testdata/bench/document"
)

// measured has a row for each case, in the order in which they came.
type measured struct{ rows []*row }

type row struct {
	group, name string
	times       map[string][]float64 // of the rounds, by program
}

func (m *measured) add(group string, c took, program string) {
	at := slices.IndexFunc(m.rows, func(r *row) bool { return r.group == group && r.name == c.name })
	if at < 0 {
		at = len(m.rows)
		m.rows = append(m.rows, &row{group, c.name, map[string][]float64{}})
	}
	m.rows[at].times[program] = append(m.rows[at].times[program], c.time)
}

// print writes the ratios of the first program to each other one.
func (m *measured) print(w io.Writer, all []program) {
	first := all[0].name
	fmt.Fprintf(w, "Processor time of a step, %s / other: median of the rounds (smallest to largest).\n\n| case |", first)
	for _, p := range all[1:] {
		fmt.Fprintf(w, " %s |", p.name)
	}
	fmt.Fprintf(w, " µs here |\n| --- |%s\n", strings.Repeat(" --- |", len(all)))
	medians := map[string][]float64{}
	for _, r := range m.rows {
		fmt.Fprintf(w, "| %s: %s |", r.group, r.name)
		for _, p := range all[1:] {
			ratios := make([]float64, min(len(r.times[first]), len(r.times[p.name])))
			for i := range ratios {
				ratios[i] = r.times[first][i] / r.times[p.name][i]
			}
			slices.Sort(ratios)
			middle := median(ratios)
			medians[p.name] = append(medians[p.name], middle)
			fmt.Fprintf(w, " %s (%s to %s) |", short(middle), short(ratios[0]), short(ratios[len(ratios)-1]))
		}
		fmt.Fprintf(w, " %s |\n", short(median(slices.Sorted(slices.Values(r.times[first])))))
	}
	for _, p := range all[1:] {
		list := slices.Sorted(slices.Values(medians[p.name]))
		beyond := func(limit float64) int {
			return len(slices.DeleteFunc(slices.Clone(list), func(x float64) bool { return x <= limit }))
		}
		fmt.Fprintf(w, "\nBeside %s: the median of %d cases is %s; %d are above 5, %d above 30.\n", p.name, len(list), short(median(list)), beyond(5), beyond(30))
	}
}

// median is that of a sorted list.
func median(list []float64) float64 { return list[len(list)/2] }

// short writes a number with two digits, or all before its point.
func short(x float64) string {
	switch {
	case x < 1:
		return fmt.Sprintf("%.2f", x)
	case x < 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// describe writes what was compared, and how to repeat it.
func describe(w io.Writer, node string, words []string) {
	fmt.Fprintf(w, "\n%s on %s with %d cores", runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH, runtime.NumCPU())
	if version, err := exec.Command(node, "--version").Output(); node != "" && err == nil { //nolint:gosec // the program is the caller's
		fmt.Fprintf(w, ", Node %s", strings.TrimPrefix(strings.TrimSpace(string(version)), "v"))
	}
	fmt.Fprintf(w, ". Measured with:\n\n```sh\ngo run ./testdata/compute%s\n```\n", document.Shell(words))
}
