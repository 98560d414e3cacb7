package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"
)

// sample is what one round measured of a case.
type sample struct {
	processor float64 // microseconds for each request
	rate      float64 // requests in a second
}

// measured are the samples of the rounds, by server and case.
type measured map[[2]string][]sample

// print writes the ratios of the first server to each other one, and the raw figures.
func (m measured) print(all []server, asked []request) {
	first := all[0]
	fmt.Printf("Processor time of a request, %s / other: median of the rounds (smallest to largest)\n\n| |", first.name)
	for _, s := range all[1:] {
		fmt.Printf(" %s |", s.name)
	}
	fmt.Print("\n| --- |")
	for range all[1:] {
		fmt.Print(" --- |")
	}
	fmt.Println()
	for _, r := range asked {
		fmt.Printf("| %s |", r.name)
		for _, s := range all[1:] {
			own, others := m[[2]string{first.name, r.name}], m[[2]string{s.name, r.name}]
			if len(others) == 0 {
				fmt.Print(" |")
				continue
			}
			ratios := make([]float64, min(len(own), len(others)))
			for i := range ratios {
				ratios[i] = own[i].processor / others[i].processor
			}
			slices.Sort(ratios)
			fmt.Printf(" %.2f (%.2f to %.2f) |", ratios[len(ratios)/2], ratios[0], ratios[len(ratios)-1])
		}
		fmt.Println()
	}
	fmt.Print("\nRaw figures, for each round: microseconds of processor time, requests in a second\n\n")
	for _, r := range asked {
		for _, s := range all {
			list := m[[2]string{s.name, r.name}]
			if len(list) == 0 {
				continue
			}
			fmt.Printf("- %s, %s:", r.name, s.name)
			for _, x := range list {
				fmt.Printf(" %.1f, %.0f;", x.processor, x.rate)
			}
			fmt.Println()
		}
	}
}

// latencies prints when answers come at half and at 80 % of the capacity of each server.
func latencies(all []server, name, work string, connections int) error {
	at := slices.IndexFunc(requests, func(r request) bool { return r.name == name })
	if at < 0 {
		return fmt.Errorf("there is no case %q", name)
	}
	asked := requests[at]
	fmt.Printf("Time until the answer of %q in ms, open loop: 50, 99 and 99.9 of 100 requests\n\n| | half of the capacity | 80 %% |\n| --- | --- | --- |\n", name)
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
		const number = 8000
		if err := run.load(asked, number, connections); err != nil { // warm
			return err
		}
		began := time.Now()
		if err := run.load(asked, number, connections); err != nil {
			return err
		}
		capacity := number / time.Since(began).Seconds()
		fmt.Printf("| %s (%.0f requests in a second) |", s.name, capacity)
		for _, part := range []float64{0.5, 0.8} {
			took, err := run.atRate(asked, capacity*part, 10*time.Second, 4*connections)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			ms := func(part float64) float64 {
				return float64(took[min(int(float64(len(took))*part), len(took)-1)].Microseconds()) / 1000
			}
			fmt.Printf(" %.1f, %.1f, %.1f |", ms(0.5), ms(0.99), ms(0.999))
		}
		fmt.Println()
		run.stop()
	}
	return nil
}
