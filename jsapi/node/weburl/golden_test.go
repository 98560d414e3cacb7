package weburl_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"strings"
	"testing"

	"framework/jsapi/node/weburl"
)

var update = flag.Bool("update", false, "write the answers of testdata anew by asking a real Node")

// How many questions of each kind are asked.
const (
	pairs   = 20_000
	changes = 6_000
)

// answers are those of Node to all generated questions.
type answers struct {
	digests []string // of each answer, see digest
	texts   []string // the answers themselves, if Node was asked
}

// deviation is a question that Node 20 answers against the standard.
type deviation struct {
	Question   []string
	Node, Ours string
}

// digest is short, so that the file of 20,000 answers is.
func digest(answer string) string {
	sum := sha256.Sum256([]byte(answer))
	return base64.RawStdEncoding.EncodeToString(sum[:3])
}

// ask puts questions to a real Node, whose script answers each with a text.
func ask(t *testing.T, script string, questions any) []string {
	t.Helper()
	in, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", "-e", script)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	if err := json.Unmarshal(out, &texts); err != nil {
		t.Fatal(err)
	}
	return texts
}

const (
	script = `
		const all = u => [u.href, u.origin, u.protocol, u.username, u.password, u.host, u.hostname, u.port, u.pathname, u.search, u.hash].join('\n');
		const questions = JSON.parse(require('fs').readFileSync(0, 'utf8'));
		process.stdout.write(JSON.stringify(questions.map(q => { try { return answer(q); } catch (e) { return e.code; } })));`
	pairScript   = `const answer = ([input, base]) => all(base === '' ? new URL(input) : new URL(input, base));` + script
	changeScript = `const answer = ([url, member, value]) => { const u = new URL(url); u[member] = value; return all(u); };` + script
)

// nodeAnswers reads the golden file, or writes it by asking Node.
func nodeAnswers(t *testing.T, file, script string, questions [][]string) answers {
	t.Helper()
	if *update {
		a := answers{texts: ask(t, script, questions)}
		var out strings.Builder
		for i, text := range a.texts {
			a.digests = append(a.digests, digest(text))
			out.WriteString(digest(text))
			if i%30 == 29 {
				out.WriteByte('\n')
			}
		}
		if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return a
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all := strings.ReplaceAll(string(text), "\n", "")
	var a answers
	for ; len(all) >= 4; all = all[4:] {
		a.digests = append(a.digests, all[:4])
	}
	return a
}

// compare holds our answers against those of Node; allowed are the known deviations.
func compare(t *testing.T, name, script string, questions [][]string, ours func(q []string) string) {
	t.Helper()
	file := "testdata/" + name + ".deviations.json"
	node := nodeAnswers(t, "testdata/"+name+".golden", script, questions)
	if len(node.digests) != len(questions) {
		t.Fatalf("%d answers to %d questions: run with -update", len(node.digests), len(questions))
	}
	allowed := map[string]string{}
	if text, err := os.ReadFile(file); err == nil && !*update {
		var list []deviation
		if err := json.Unmarshal(text, &list); err != nil {
			t.Fatal(err)
		}
		for _, d := range list {
			allowed[strings.Join(d.Question, "\x00")] = d.Ours
		}
	}
	var found []deviation
	for i, q := range questions {
		got := ours(q)
		if digest(got) == node.digests[i] || name == "pairs" && fragmentOnOpaque(q[0], q[1]) && got == invalid {
			continue
		}
		if *update {
			found = append(found, deviation{q, node.texts[i], got})
			continue
		}
		if want, ok := allowed[strings.Join(q, "\x00")]; !ok || want != got {
			t.Errorf("%q gives %q, which is not what Node gives", q, got)
		}
	}
	if *update {
		writeDeviations(t, file, found)
	}
}

func writeDeviations(t *testing.T, file string, list []deviation) {
	t.Helper()
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	out.WriteByte('[')
	for i, d := range list {
		if i > 0 {
			out.WriteByte(',')
		}
		if err := encoder.Encode(d); err != nil {
			t.Fatal(err)
		}
	}
	out.WriteString("]\n")
	if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// invalid is what Node answers if it throws.
const invalid = "ERR_INVALID_URL"

// fragmentOnOpaque is where Node 20 departs most often from the standard: it resolves any
// text with a fragment against a base such as mailto:a@b, the standard #f alone.
func fragmentOnOpaque(input, base string) bool {
	b, err := weburl.Parse(base, nil)
	return err == nil && strings.Contains(input, "#") && !strings.HasPrefix(b.Href(), b.Protocol()+"/")
}

func parse(input, base string) (*weburl.URL, error) {
	if base == "" {
		return weburl.Parse(input, nil)
	}
	b, err := weburl.Parse(base, nil)
	if err != nil {
		return nil, err
	}
	return weburl.Parse(input, b)
}

// members are all members of a URL, a line each.
func members(u *weburl.URL) string {
	return strings.Join([]string{u.Href(), u.Origin(), u.Protocol(), u.Username(), u.Password(), u.Host(), u.Hostname(), u.Port(), u.Pathname(), u.Search(), u.Hash()}, "\n")
}

// TestPairs asks for 20,000 generated texts and bases what new URL(text, base) is.
func TestPairs(t *testing.T) {
	g := newGenerator(1)
	var questions [][]string
	for range pairs {
		p := g.pair()
		questions = append(questions, []string{p.input, p.base})
	}
	compare(t, "pairs", pairScript, questions, func(q []string) string {
		u, err := parse(q[0], q[1])
		if err != nil {
			return invalid
		}
		return members(u)
	})
}

// TestChanges asks what setters do.
func TestChanges(t *testing.T) {
	g := newGenerator(2)
	var questions [][]string
	for range changes {
		c := g.change()
		questions = append(questions, []string{c.url, c.member, c.value})
	}
	compare(t, "changes", changeScript, questions, func(q []string) string {
		u, err := weburl.Parse(q[0], nil)
		if err != nil {
			return invalid
		}
		set(u, q[1], q[2])
		return members(u)
	})
}

func set(u *weburl.URL, member, value string) {
	map[string]func(string){
		"protocol": u.SetProtocol, "username": u.SetUsername, "password": u.SetPassword, "host": u.SetHost, "hostname": u.SetHostname,
		"port": u.SetPort, "pathname": u.SetPathname, "search": u.SetSearch, "hash": u.SetHash,
	}[member](value)
}
