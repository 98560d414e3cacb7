package metrics

import (
	"cmp"
	"crypto/subtle"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"framework/engine/observe"
)

// Bounds of how many series there are: clients cannot make routes, but projects have
// many, and each has several statuses. What is more counts as other.
const (
	maxRoutes  = 1000
	maxSeries  = 5000
	maxQueries = 5000
	other      = "other"
)

// buckets are the upper bounds of the histograms, in seconds.
var buckets = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// turnBuckets are those of turns of JavaScript.
var turnBuckets = []float64{.0001, .0005, .001, .005, .01, .05, .1, .5, 1, 5, 10}

// Metrics count requests, turns and queries as they end; everything else is read from
// Sources when somebody asks. Safe for concurrent use.
type Metrics struct {
	handler http.Handler

	requests  *prometheus.CounterVec
	durations *prometheus.HistogramVec
	bytes     *prometheus.CounterVec
	phases    map[observe.Kind]prometheus.Counter
	querying  prometheus.Counter

	turns       prometheus.Histogram
	waits       prometheus.Histogram
	interrupted *prometheus.CounterVec

	queries   *prometheus.CounterVec
	queryTime *prometheus.CounterVec
	failed    *prometheus.CounterVec

	routes table[routeKey, route]
	series table[seriesKey, series]
	models table[modelKey, model]
}

// New returns metrics that count nothing yet.
func New(sources Sources) *Metrics {
	m := &Metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "framework_requests_total", Help: "Requests that were answered, by method, route, status and transport.",
		}, []string{"method", "route", "status", "transport"}),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "framework_request_duration_seconds", Help: "Time from the head of a request to its answer.", Buckets: buckets,
		}, []string{"method", "route", "transport"}),
		bytes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "framework_response_bytes_total", Help: "Bytes of bodies, before they are compressed.",
		}, []string{"transport"}),
		turns: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "framework_loop_turn_seconds", Help: "Time of the turns of JavaScript.", Buckets: turnBuckets,
		}),
		waits: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "framework_loop_wait_seconds", Help: "Time that requests have waited for JavaScript.", Buckets: turnBuckets,
		}),
		interrupted: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "framework_loop_interrupted_total", Help: "Turns that were interrupted, for their time or their memory.",
		}, []string{"limit"}),
		queries: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "framework_queries_total", Help: "Queries of models, by kind.",
		}, []string{"model", "kind"}),
		queryTime: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "framework_query_seconds_total", Help: "Time of the queries of models, by kind.",
		}, []string{"model", "kind"}),
		failed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "framework_query_errors_total", Help: "Queries of models that have failed, by kind.",
		}, []string{"model", "kind"}),
		phases: map[observe.Kind]prometheus.Counter{},
	}
	phases := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "framework_request_phase_seconds_total", Help: "Time of the parts of requests: waiting for JavaScript, policies, actions, writing responses; query is a part of the others.",
	}, []string{"phase"})
	for _, kind := range []observe.Kind{observe.Waiting, observe.Policy, observe.Action, observe.Response} {
		m.phases[kind] = phases.WithLabelValues(string(kind))
	}
	m.querying = phases.WithLabelValues("query")
	for _, limit := range []string{"time", "memory"} {
		m.interrupted.WithLabelValues(limit)
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(
		m.requests, m.durations, m.bytes, phases, m.turns, m.waits, m.interrupted, m.queries, m.queryTime, m.failed,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), newReader(sources),
	)
	m.handler = promhttp.HandlerFor(registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
	m.routes.most, m.series.most, m.models.most = maxRoutes, maxSeries, maxQueries
	return m
}

// Serve answers with the metrics. Where token is not "" it has to be sent as a bearer
// token.
func (m *Metrics) Serve(w http.ResponseWriter, r *http.Request, token string) {
	if token != "" && subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+token)) != 1 {
		w.Header().Set("WWW-Authenticate", `Bearer realm="metrics"`)
		http.Error(w, "The metrics need the token of the setting metrics.token.", http.StatusUnauthorized)
		return
	}
	m.handler.ServeHTTP(w, r)
}

type (
	routeKey  struct{ method, route, transport string }
	seriesKey struct {
		routeKey
		status int
	}
	modelKey struct{ model, kind string }
	route    struct{ duration prometheus.Observer }
	series   struct{ count, bytes prometheus.Counter }
	model    struct{ count, time, failed prometheus.Counter }
)

// Observe implements observe.Observer.
func (m *Metrics) Observe(r *observe.Request) {
	key := routeKey{method(r.Method), cmp.Or(r.Pattern(), "none"), string(r.Transport)}
	of := m.routes.get(key, routeKey{other, other, string(r.Transport)}, func(k routeKey) route {
		return route{m.durations.WithLabelValues(k.method, k.route, k.transport)}
	})
	of.duration.Observe(r.Took.Seconds())
	counted := m.series.get(seriesKey{key, status(r.Status)}, seriesKey{routeKey{other, other, string(r.Transport)}, status(r.Status)}, func(k seriesKey) series {
		text := "none"
		if k.status != 0 {
			text = strconv.Itoa(k.status)
		}
		return series{m.requests.WithLabelValues(k.method, k.route, text, k.transport), m.bytes.WithLabelValues(k.transport)}
	})
	counted.count.Inc()
	counted.bytes.Add(float64(r.Bytes))
	for kind, counter := range m.phases {
		if spent := r.Spent(kind); spent > 0 {
			counter.Add(spent.Seconds())
		}
	}
	if _, took := r.Queries.Total(); took > 0 {
		m.querying.Add(took.Seconds())
	}
}

// Turn implements jsapi.Meter.
func (m *Metrics) Turn(took time.Duration) { m.turns.Observe(took.Seconds()) }

// Interrupted implements jsapi.Meter.
func (m *Metrics) Interrupted(memory bool) {
	limit := "time"
	if memory {
		limit = "memory"
	}
	m.interrupted.WithLabelValues(limit).Inc()
}

// Waited implements jsapi.Meter.
func (m *Metrics) Waited(d time.Duration) { m.waits.Observe(d.Seconds()) }

// Query counts a query of a model.
func (m *Metrics) Query(identity, kind string, took time.Duration, err error) {
	of := m.models.get(modelKey{identity, kind}, modelKey{other, other}, func(k modelKey) model {
		return model{m.queries.WithLabelValues(k.model, k.kind), m.queryTime.WithLabelValues(k.model, k.kind), m.failed.WithLabelValues(k.model, k.kind)}
	})
	of.count.Inc()
	of.time.Add(took.Seconds())
	if err != nil {
		of.failed.Inc()
	}
}

// method is the method of a request, of those that are known.
func method(name string) string {
	switch name {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return name
	}
	return other
}

// status is that of an answer; projects may answer with any number.
func status(code int) int {
	if code < 100 || code > 599 {
		return 0
	}
	return code
}

// table has the counters by their labels, of which there are not more than most.
type table[K comparable, V any] struct {
	most int
	n    atomic.Int64
	all  sync.Map // K to V
}

// get returns the counters of key, which build makes, or those of rest when there are too many.
func (t *table[K, V]) get(key, rest K, build func(K) V) V {
	if v, ok := t.all.Load(key); ok {
		return v.(V)
	}
	if t.n.Load() >= int64(t.most) {
		key = rest
	}
	v, loaded := t.all.LoadOrStore(key, build(key))
	if !loaded {
		t.n.Add(1)
	}
	return v.(V)
}
