package metrics_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"framework/engine/metrics"
	"framework/engine/observe"
)

// TestBounds: neither routes nor statuses nor methods make more series than there may be.
func TestBounds(t *testing.T) {
	t.Parallel()
	m := metrics.New(fixed{})
	for i := range 20000 {
		m.Observe(&observe.Request{Transport: observe.HTTP, Method: fmt.Sprintf("M%d", i), Route: fmt.Sprintf("GET /a/%d", i), Status: i})
		m.Query(fmt.Sprintf("model%d", i), "find", time.Millisecond, nil)
	}
	res := httptest.NewRecorder()
	m.Serve(res, httptest.NewRequest(http.MethodGet, "/", http.NoBody), "")
	text := res.Body.String()
	for name, most := range map[string]int{"framework_requests_total": 6000, "framework_request_duration_seconds_count": 1002, "framework_queries_total": 5002} {
		if n := strings.Count(text, "\n"+name+"{"); n == 0 || n > most {
			t.Errorf("%s has %d series", name, n)
		}
	}
	if !strings.Contains(text, `framework_queries_total{kind="other",model="other"} 15000`) {
		t.Error("what is too much is not counted as other")
	}
}

// fixed is a server with a broker.
type fixed struct{}

func (fixed) State() metrics.State {
	return metrics.State{
		Workers: []metrics.Worker{{}, {Requests: 2, Tasks: 1, Turn: 1500 * time.Millisecond}},
		Version: "1", Profile: "0.12", Broker: &metrics.Broker{Connected: true, Dropped: 3},
		Pools: []metrics.Pool{{Datastore: "a", Size: 4}, {Datastore: "a", Size: 4}}, Disconnected: map[string]uint64{"slow consumer": 2},
	}
}

func TestState(t *testing.T) {
	t.Parallel()
	res := httptest.NewRecorder()
	metrics.New(fixed{}).Serve(res, httptest.NewRequest(http.MethodGet, "/", http.NoBody), "")
	for _, want := range []string{
		`framework_broker_connected 1`, `framework_broker_messages_total{result="dropped"} 3`,
		`framework_worker_waiting{kind="request",worker="2"} 2`, `framework_worker_waiting{kind="task",worker="2"} 1`,
		`framework_worker_turn_seconds{worker="1"} 0`, `framework_worker_turn_seconds{worker="2"} 1.5`,
		`framework_disconnects_total{reason="slow consumer"} 2`, `framework_datastore_connections{datastore="a",state="size"} 4`,
	} {
		if !strings.Contains(res.Body.String(), want+"\n") {
			t.Errorf("there is no %s in\n%s", want, res.Body)
		}
	}
}

func BenchmarkObserve(b *testing.B) {
	m := metrics.New(fixed{})
	r := &observe.Request{Transport: observe.HTTP, Method: "GET", Route: "GET /pet/:id", Status: 200, Started: time.Now()}
	r.Step(observe.Action, "pet.find", "")
	r.Finish()
	b.ReportAllocs()
	for b.Loop() {
		m.Observe(r)
	}
}
