package report

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"framework/engine"
)

// covered counts parts and those that were run.
type covered struct{ run, all int }

func (c *covered) add(hits int64) {
	c.all++
	if hits > 0 {
		c.run++
	}
}

// String is the part that was run, rounded down so that only everything is 100 %.
func (c covered) String() string {
	if c.all == 0 {
		return "-"
	}
	return fmt.Sprintf("%d %%", c.run*100/c.all)
}

// parts counts what a file consists of.
func parts(f engine.CoverageFile) (statements, functions, lines covered) {
	for _, hits := range f.Statements {
		statements.add(hits)
	}
	for _, fn := range f.Functions {
		functions.add(fn.Hits)
	}
	for _, hits := range f.Lines {
		lines.add(hits)
	}
	return statements, functions, lines
}

// Coverage writes a table of how much of each file was run, and which lines were not.
func Coverage(w io.Writer, root string, files []engine.CoverageFile) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprint(t, "  coverage\tstatements\tfunctions\tlines\tnot run\n")
	var statements, functions, lines covered
	for _, f := range files {
		s, fn, l := parts(f)
		_, _ = fmt.Fprintf(t, "  %s\t%s\t%s\t%s\t%s\n", shown(root, f.Path), s, fn, l, ranges(f.Lines))
		for _, sum := range []struct{ of, by *covered }{{&statements, &s}, {&functions, &fn}, {&lines, &l}} {
			sum.of.run += sum.by.run
			sum.of.all += sum.by.all
		}
	}
	_, _ = fmt.Fprintf(t, "  all files\t%s\t%s\t%s\t\n\n", statements, functions, lines)
	return t.Flush() // which reports the errors of the others
}

// ranges are the lines that were not run, as 4, 7-9. Lines between them on which no
// statement begins belong to a range.
func ranges(lines map[int]int64) string {
	var out []string
	first, last := 0, 0
	end := func() {
		if first > 0 && first == last {
			out = append(out, fmt.Sprint(first))
		} else if first > 0 {
			out = append(out, fmt.Sprintf("%d-%d", first, last))
		}
		first = 0
	}
	for _, n := range slices.Sorted(maps.Keys(lines)) {
		if lines[n] > 0 {
			end()
			continue
		}
		if first == 0 {
			first = n
		}
		last = n
	}
	end()
	return strings.Join(out, ", ")
}

// LCOV writes the format that editors and services for coverage read: lcov's tracefile.
func LCOV(w io.Writer, root string, files []engine.CoverageFile) error {
	var b strings.Builder
	for _, f := range files {
		_, functions, lines := parts(f)
		fmt.Fprintf(&b, "TN:\nSF:%s\n", shown(root, f.Path))
		names := map[string]int{}
		unique := make([]string, len(f.Functions))
		for i, fn := range f.Functions {
			unique[i] = fn.Name
			if names[fn.Name]++; names[fn.Name] > 1 {
				unique[i] += fmt.Sprintf("_%d", names[fn.Name])
			}
			fmt.Fprintf(&b, "FN:%d,%s\n", fn.Line, unique[i])
		}
		for i, fn := range f.Functions {
			fmt.Fprintf(&b, "FNDA:%d,%s\n", fn.Hits, unique[i])
		}
		fmt.Fprintf(&b, "FNF:%d\nFNH:%d\n", functions.all, functions.run)
		for _, n := range slices.Sorted(maps.Keys(f.Lines)) {
			fmt.Fprintf(&b, "DA:%d,%d\n", n, f.Lines[n])
		}
		fmt.Fprintf(&b, "LF:%d\nLH:%d\nend_of_record\n", lines.all, lines.run)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// shown is a path as reports name it: in the project, with slashes.
func shown(root, path string) string {
	if rel, err := filepath.Rel(root, path); err == nil && !strings.HasPrefix(rel, "..") {
		return filepath.ToSlash(rel)
	}
	return path
}
