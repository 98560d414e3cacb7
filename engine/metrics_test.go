package engine_test

import (
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"framework/engine/value"
)

// TestMetrics: what is counted is what was done, over HTTP and sockets.
func TestMetrics(t *testing.T) {
	t.Parallel()
	flags := memory()
	flags.Set("metrics", true)
	l := liven(t, loggedProject, flags)
	for range 3 {
		l.get("/pet/greet")
	}
	l.fetch(http.MethodPost, "/pet?name=Rex")
	l.get("/pet/99")
	l.get("/nothing/here")
	_, text := l.fetch(http.MethodGet, "/_framework/metrics")
	for _, want := range []string{
		`framework_requests_total{method="GET",route="/pet/greet/:id\?",status="200",transport="http"} 3`,
		`framework_requests_total{method="POST",route="/pet",status="201",transport="http"} 1`,
		`framework_requests_total{method="GET",route="none",status="404",transport="http"} 1`,
		`framework_request_duration_seconds_count{method="GET",route="/pet/greet/:id\?",transport="http"} 3`,
		`framework_queries_total{kind="find",model="pet"} [1-9]`,
		`framework_queries_total{kind="create",model="pet"} 1`,
		`framework_loop_turn_seconds_count [1-9]`,
		`framework_loop_wait_seconds_count [1-9]`,
		`framework_loop_interrupted_total{limit="time"} 0`,
		`framework_request_phase_seconds_total{phase="policy"} \d`,
		`framework_sockets 0`, `framework_reloads_total 0`, `framework_outdated 0`,
		`framework_datastore_connections{datastore="localDiskDb",state="size"} 1`,
		`framework_build_info{profile="0.12",version=".+"} 1`,
		`go_goroutines \d+`,
	} {
		if !regexp.MustCompile(`(?m)^` + want).MatchString(text) {
			t.Errorf("there is no %s in\n%s", want, regexp.MustCompile(`(?m)^(#|go_|process_|.*_bucket).*\n`).ReplaceAllString(text, ""))
		}
	}
}

// TestMetricsAreOff: nothing answers at their address unless they are switched on, and where
// a token is set nobody gets them without it.
func TestMetricsAreOff(t *testing.T) {
	t.Parallel()
	off := liven(t, loggedProject, memory())
	if res, text := off.fetch(http.MethodGet, "/_framework/metrics"); res.StatusCode != http.StatusNotFound || strings.Contains(text, "framework_") {
		t.Errorf("they answer with %d", res.StatusCode)
	}
	flags := memory()
	flags.Set("environment", "production")
	production := liven(t, loggedProject, flags)
	for path, want := range map[string]int{
		"/_framework/health": http.StatusOK, "/_framework/health/alive": http.StatusOK, "/_framework": http.StatusNotFound, "/_framework/": http.StatusNotFound,
		"/_framework/metrics": http.StatusNotFound, "/_framework/log": http.StatusNotFound, "/_framework/profile": http.StatusNotFound,
		"/debug/pprof/": http.StatusNotFound, "/debug/vars": http.StatusNotFound, "/metrics": http.StatusNotFound,
	} {
		if res, _ := production.fetch(http.MethodGet, path); res.StatusCode != want {
			t.Errorf("%s in production: got %d, want %d", path, res.StatusCode, want)
		}
	}
	flags = memory()
	flags.Set("metrics", value.Of("token", "s3cret"))
	l := liven(t, loggedProject, flags)
	for header, want := range map[string]int{"": http.StatusUnauthorized, "Bearer s3cre": http.StatusUnauthorized, "Bearer s3cret": http.StatusOK} {
		if res, _ := l.fetch(http.MethodGet, "/_framework/metrics", "Authorization", header); res.StatusCode != want {
			t.Errorf("%q: got %d, want %d", header, res.StatusCode, want)
		}
	}
}

// TestDashboard: every metric that the dashboard shows is one that a server answers with, and has
// the labels that it asks for.
func TestDashboard(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/grafana.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr, LegendFormat string }
		}
	}
	if err := json.Unmarshal(text, &dashboard); err != nil {
		t.Fatal(err)
	}
	flags := memory()
	flags.Set("metrics", true)
	l := liven(t, loggedProject, flags)
	l.get("/pet/greet")
	_, scrape := l.fetch(http.MethodGet, "/_framework/metrics")
	name, label := regexp.MustCompile(`\b(?:framework|go|process)_\w+`), regexp.MustCompile(`\{\{(\w+)\}\}`)
	shown := map[string]bool{}
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			for _, metric := range name.FindAllString(target.Expr, -1) {
				shown[strings.TrimSuffix(strings.TrimSuffix(metric, "_bucket"), "_sum")] = true
				if strings.HasPrefix(metric, "framework_broker_") || metric == "framework_disconnects_total" {
					continue // TestState of package metrics has them
				}
				if metric == "framework_query_errors_total" || strings.Contains(scrape, "\n"+metric+" ") || strings.Contains(scrape, "\n"+metric+"{") {
					for _, l := range label.FindAllStringSubmatch(target.LegendFormat, -1) {
						if !regexp.MustCompile(`(?m)^` + metric + `\{.*\b` + l[1] + `="`).MatchString(scrape) {
							t.Errorf("%s: %s has no label %s", panel.Title, metric, l[1])
						}
					}
					continue
				}
				t.Errorf("%s: no server answers with %s", panel.Title, metric)
			}
		}
	}
	for _, line := range regexp.MustCompile(`(?m)^# TYPE (framework_\w+)`).FindAllStringSubmatch(scrape, -1) {
		if !shown[line[1]] {
			t.Errorf("the dashboard does not show %s", line[1])
		}
	}
}
