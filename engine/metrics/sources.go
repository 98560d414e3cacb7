package metrics

import (
	"slices"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Sources is where the metrics come from that are read when somebody asks.
type Sources interface {
	// State is the server as it is now.
	State() State
}

// State are the numbers of a server.
type State struct {
	// Version and Profile are the server's version and the profile of the project.
	Version, Profile string
	// Reloads is how many versions of the project were served after the first one,
	// BuildSeconds how long the build of the current one took. Outdated: a newer one
	// cannot be served.
	Reloads      int64
	BuildSeconds float64
	Outdated     bool
	// Draining is how many versions are replaced and still in use.
	Draining int
	// Refused is how many requests were refused for lack of time.
	Refused uint64
	// WaitingRequests wait for JavaScript, WaitingTasks are other work that does.
	WaitingRequests, WaitingTasks int
	// Workers are those of the project; they are reported where there are several.
	Workers        []Worker
	Sockets, Rooms int
	// Emitted is how many events were emitted to several sockets, Delivered to how many
	// sockets together; Disconnected are the reasons why sockets have disconnected.
	Emitted, Delivered uint64
	Disconnected       map[string]uint64
	Broker             *Broker // nil without
	Pools              []Pool
}

// Worker is what one worker of the project has to do.
type Worker struct {
	// Requests and Tasks wait for its JavaScript.
	Requests, Tasks int
	// Turn is how long the running turn has taken so far, 0 if none runs.
	Turn time.Duration
}

// Broker are the numbers of the connection to other servers.
type Broker struct {
	Connected                                   bool
	Published, Dropped, Received, Lost, Refused uint64
	Waiting                                     int
}

// Pool are the connections to a database.
type Pool struct {
	Datastore           string
	Size, Used, Waiting int
}

// reader reads a State as metrics.
type reader struct {
	sources Sources
	all     map[string]*prometheus.Desc
}

func newReader(s Sources) *reader {
	r := &reader{s, map[string]*prometheus.Desc{}}
	for name, d := range map[string]struct {
		help   string
		labels []string
	}{
		"build_info":            {"The version of the server and the profile of the project.", []string{"version", "profile"}},
		"reloads_total":         {"Versions of the project that were served after the first one.", nil},
		"build_seconds":         {"How long the build of the current version took.", nil},
		"outdated":              {"1 while a newer version of the project cannot be served.", nil},
		"draining":              {"Replaced versions of the project that are still in use.", nil},
		"refused_total":         {"Requests that were refused for lack of time.", nil},
		"loop_waiting":          {"What waits for JavaScript now: first turns of requests, and other tasks.", []string{"kind"}},
		"worker_waiting":        {"What waits for the JavaScript of a worker now, where there are several.", []string{"worker", "kind"}},
		"worker_turn_seconds":   {"How long the running turn of a worker has taken so far, 0 if none runs.", []string{"worker"}},
		"sockets":               {"Connected sockets.", nil},
		"rooms":                 {"Rooms with members on this server.", nil},
		"emitted_total":         {"Events that were emitted to rooms or to all sockets.", nil},
		"deliveries_total":      {"Sockets that were sent such an event, together.", nil},
		"disconnects_total":     {"Sockets that have disconnected, by reason; a slow consumer was dropped.", []string{"reason"}},
		"broker_connected":      {"1 while messages of other servers are received.", nil},
		"broker_messages_total": {"Messages of the broker, by what became of them.", []string{"result"}},
		"broker_waiting":        {"Messages that wait for the broker.", nil},
		"datastore_connections": {"Connections of a datastore: size is the most, used are in use, waiting wait for one.", []string{"datastore", "state"}},
	} {
		r.all[name] = prometheus.NewDesc("framework_"+name, d.help, d.labels, nil)
	}
	return r
}

// Describe implements prometheus.Collector.
func (r *reader) Describe(out chan<- *prometheus.Desc) {
	for _, d := range r.all {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (r *reader) Collect(out chan<- prometheus.Metric) {
	s := r.sources.State()
	gauge := func(name string, v float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(r.all[name], prometheus.GaugeValue, v, labels...)
	}
	count := func(name string, v float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(r.all[name], prometheus.CounterValue, v, labels...)
	}
	gauge("build_info", 1, s.Version, s.Profile)
	count("reloads_total", float64(s.Reloads))
	gauge("build_seconds", s.BuildSeconds)
	gauge("outdated", truth(s.Outdated))
	gauge("draining", float64(s.Draining))
	count("refused_total", float64(s.Refused))
	gauge("loop_waiting", float64(s.WaitingRequests), "request")
	gauge("loop_waiting", float64(s.WaitingTasks), "task")
	if len(s.Workers) > 1 {
		for i, w := range s.Workers {
			number := strconv.Itoa(i + 1)
			gauge("worker_waiting", float64(w.Requests), number, "request")
			gauge("worker_waiting", float64(w.Tasks), number, "task")
			gauge("worker_turn_seconds", w.Turn.Seconds(), number)
		}
	}
	gauge("sockets", float64(s.Sockets))
	gauge("rooms", float64(s.Rooms))
	count("emitted_total", float64(s.Emitted))
	count("deliveries_total", float64(s.Delivered))
	for reason, n := range s.Disconnected {
		count("disconnects_total", float64(n), reason)
	}
	if b := s.Broker; b != nil {
		gauge("broker_connected", truth(b.Connected))
		gauge("broker_waiting", float64(b.Waiting))
		for result, n := range map[string]uint64{"published": b.Published, "dropped": b.Dropped, "received": b.Received, "lost": b.Lost, "refused": b.Refused} {
			count("broker_messages_total", float64(n), result)
		}
	}
	var seen []string // two datastores may be one database
	for _, p := range s.Pools {
		if slices.Contains(seen, p.Datastore) {
			continue
		}
		seen = append(seen, p.Datastore)
		gauge("datastore_connections", float64(p.Size), p.Datastore, "size")
		gauge("datastore_connections", float64(p.Used), p.Datastore, "used")
		gauge("datastore_connections", float64(p.Waiting), p.Datastore, "waiting")
	}
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
