package engine_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// askTalk asks with several sockets, as ask.js does, and keeps what each has heard with the answers.
func askTalk(t *testing.T, url, dir string, lines []string, sockets map[string]*peer) map[string]any {
	t.Helper()
	names := slices.Sorted(maps.Keys(sockets))
	named := func(text string) any {
		text = strings.ReplaceAll(text, dir, "DIR")
		for _, name := range names {
			text = strings.ReplaceAll(text, sockets[name].id, "socket "+name)
		}
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return maskTalk(v)
	}
	hear := func() map[string]any {
		heard := map[string]any{}
		for range 2 {
			for _, name := range names {
				sockets[name].ask("GET /__nothing_is_here", map[string]any{})
			}
		}
		for _, name := range names {
			if events := sockets[name].all(); len(events) > 0 {
				heard[name] = withNumbers(named("[" + strings.Join(events, ",") + "]"))
			}
		}
		return heard
	}
	hear()
	out := map[string]any{}
	for _, line := range lines {
		who, rest, _ := strings.Cut(line, ": ")
		key := line
		for n := 2; out[key] != nil; n++ {
			key = fmt.Sprintf("%s #%d", line, n)
		}
		var answer map[string]any
		if who == "HTTP" {
			answer, _ = askOne(t, url, dir, rest+" | Content-Type: application/json", nil).(map[string]any)
			text, err := json.Marshal(answer["body"])
			if err != nil {
				t.Fatal(err)
			}
			answer["body"] = named(string(text))
		} else {
			words := strings.SplitN(rest, " ", 3)
			data := json.RawMessage(`{}`)
			if len(words) == 3 {
				data = json.RawMessage(words[2])
			}
			a := sockets[who].ask(words[0]+" "+words[1], data)
			answer = map[string]any{"status": float64(a.Status), "body": "none"}
			if a.Body != nil {
				answer["body"] = named(string(a.Body))
			}
		}
		answer["heard"] = hear()
		out[key] = answer
	}
	return out
}

// all returns what came, and forgets it.
func (p *peer) all() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	events := p.events
	p.events = nil
	return events
}

// maskTalk replaces dates and stacks, as ask.js does.
func maskTalk(v any) any {
	return eachMember("", withoutStacks(v), func(key string, v any) any {
		if strings.HasSuffix(key, "At") && v != nil {
			return "date"
		}
		if text, ok := v.(string); ok {
			return stackLines.ReplaceAllString(text, "")
		}
		return v
	})
}

// withNumbers makes numbers of texts that are digits, as ask.js does: keys in messages of 0.10 and 0.12 are texts where
// the address of the request had them; here they always have the type of the attribute.
func withNumbers(v any) any {
	return eachMember("", v, func(_ string, v any) any {
		if text, ok := v.(string); ok {
			if n, err := strconv.ParseUint(text, 10, 53); err == nil {
				return float64(n)
			}
		}
		return v
	})
}
