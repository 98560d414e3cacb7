package overload_test

import (
	"context"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"
)

// openLoop asks at a rate, whether answers come or not: as people do who know
// nothing of each other. The time of an answer counts from when its request was
// due, so that a server which holds up the asking does not look fast.
type openLoop struct {
	method, url string
	rate        float64 // requests a second
	header      http.Header
}

// answers are what came of asking.
type answers struct {
	mu     sync.Mutex
	status map[int]int     // 0 for no answer
	took   []time.Duration // of those that were not refused
	shed   []time.Duration // of the 503s
	late   []time.Duration // by how much requests were sent later than they were due
	failed error           // one of those without an answer
	silent int             // 503s without Retry-After
}

func (a *answers) note(status int, took time.Duration, retry string, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.status == nil {
		a.status = map[int]int{}
	}
	a.status[status]++
	switch {
	case err != nil:
		a.failed = err
	case status == http.StatusServiceUnavailable:
		a.shed = append(a.shed, took)
		if retry == "" {
			a.silent++
		}
	default:
		a.took = append(a.took, took)
	}
}

func (a *answers) delayed(by time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.late = append(a.late, by)
}

// total is how many requests there were.
func (a *answers) total() (n int) {
	for _, each := range a.status {
		n += each
	}
	return n
}

// quantile is the time within which that part of all was answered.
func quantile(times []time.Duration, part float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	return sorted[min(len(sorted)-1, int(part*float64(len(sorted))))]
}

// run asks until ctx ends, and waits for the answers.
func (l openLoop) run(ctx context.Context, client *http.Client) *answers {
	out := new(answers)
	var wg sync.WaitGroup
	started := time.Now()
	for n := 0; ; n++ {
		due := started.Add(time.Duration(float64(n) / l.rate * float64(time.Second)))
		select {
		case <-ctx.Done():
			wg.Wait()
			return out
		case <-time.After(time.Until(due)):
		}
		wg.Go(func() {
			req, err := http.NewRequest(l.method, l.url, nil)
			if err != nil {
				out.note(0, 0, "", err)
				return
			}
			req.Header = l.header.Clone()
			res, err := client.Do(req)
			if err != nil {
				out.note(0, time.Since(due), "", err)
				return
			}
			_, err = io.Copy(io.Discard, res.Body)
			res.Body.Close()
			out.note(res.StatusCode, time.Since(due), res.Header.Get("Retry-After"), err)
		})
	}
}

// manyConnections is a client that keeps as many connections as are in use.
func manyConnections() *http.Client {
	return &http.Client{Timeout: time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 4096, MaxIdleConns: 4096}}
}
