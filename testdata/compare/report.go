package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// sample is what one round measured of a case.
type sample struct {
	processor float64 // microseconds for each request
	rate      float64 // requests in a second
}

// measured are the samples of the rounds, by server and case.
type measured map[[2]string][]sample

// print writes the ratios of the first server to each other one, and the medians.
func (m measured) print(w io.Writer, all []server, asked []request) {
	first := all[0]
	fmt.Fprintf(w, "Processor time of a request, %s / other: median of the rounds (smallest to largest).\n\n", first.name)
	table(w, "request", all[1:], asked, func(s server, r request) string {
		own, others := m[[2]string{first.name, r.name}], m[[2]string{s.name, r.name}]
		ratios := make([]float64, min(len(own), len(others)))
		if len(ratios) == 0 {
			return ""
		}
		for i := range ratios {
			ratios[i] = own[i].processor / others[i].processor
		}
		slices.Sort(ratios)
		return fmt.Sprintf("%.2f (%.2f to %.2f)", ratios[len(ratios)/2], ratios[0], ratios[len(ratios)-1])
	})
	fmt.Fprint(w, "\nMicroseconds of processor time of a request, and requests in a second: medians.\n\n")
	table(w, "request", all, asked, func(s server, r request) string {
		list := m[[2]string{s.name, r.name}]
		if len(list) == 0 {
			return ""
		}
		return fmt.Sprintf("%.0f, %.0f", median(list, func(x sample) float64 { return x.processor }), median(list, func(x sample) float64 { return x.rate }))
	})
}

// table writes a table with a row for each case and a column for each server.
func table(w io.Writer, title string, columns []server, rows []request, cell func(server, request) string) {
	fmt.Fprintf(w, "| %s |", title)
	for _, s := range columns {
		fmt.Fprintf(w, " %s |", s.name)
	}
	fmt.Fprintf(w, "\n| --- |%s\n", strings.Repeat(" --- |", len(columns)))
	for _, r := range rows {
		fmt.Fprintf(w, "| %s |", r.name)
		for _, s := range columns {
			fmt.Fprintf(w, " %s |", cell(s, r))
		}
		fmt.Fprintln(w)
	}
}

func median(list []sample, of func(sample) float64) float64 {
	values := make([]float64, len(list))
	for i, x := range list {
		values[i] = of(x)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// raw writes what each round measured.
func (m measured) raw(w io.Writer, all []server, asked []request) {
	for _, r := range asked {
		for _, s := range all {
			list := m[[2]string{s.name, r.name}]
			if len(list) == 0 {
				continue
			}
			fmt.Fprintf(w, "- %s, %s:", r.name, s.name)
			for _, x := range list {
				fmt.Fprintf(w, " %.1f, %.0f;", x.processor, x.rate)
			}
			fmt.Fprintln(w)
		}
	}
}

// latencies prints when answers come at half and at 80 % of the capacity of each server.
func latencies(w io.Writer, all []server, name, work string, connections int) error {
	at := slices.IndexFunc(requests, func(r request) bool { return r.name == name })
	if at < 0 {
		return fmt.Errorf("there is no case %q", name)
	}
	asked := requests[at]
	fmt.Fprintf(w, "\nTime until the answer of %q in ms, open loop: 50, 99 and 99.9 of 100 requests, at a part of the requests in a second that the server can answer.\n\n| server | capacity | at half of it | at 80 %% |\n| --- | --- | --- | --- |\n", name)
	for _, s := range all {
		if s.lacks(name) {
			continue
		}
		run, err := s.begin(filepath.Join(work, s.name+"-latency"))
		if err != nil {
			return err
		}
		if err := run.fill(); err != nil {
			return err
		}
		much := amount{8000, connections, 20 * time.Second}
		if _, err := run.load(asked, much); err != nil { // warm
			return fmt.Errorf("%s: %w", s.name, err)
		}
		began := time.Now()
		answered, err := run.load(asked, much)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		capacity := float64(answered) / time.Since(began).Seconds()
		fmt.Fprintf(w, "| %s | %.0f |", s.name, capacity)
		for _, part := range []float64{0.5, 0.8} {
			took, err := run.atRate(asked, capacity*part, 10*time.Second, 4*connections)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			ms := func(part float64) float64 {
				return float64(took[min(int(float64(len(took))*part), len(took)-1)].Microseconds()) / 1000
			}
			fmt.Fprintf(w, " %.1f, %.1f, %.1f |", ms(0.5), ms(0.99), ms(0.999))
		}
		fmt.Fprintln(w)
		run.stop()
	}
	return nil
}
