package documents_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/evanw/esbuild/pkg/api"
	"golang.org/x/tools/txtar"

	"framework/cmd/framework/programtest"
	"framework/engine/testenv"
)

// TestClientCompiler: tsc --strict accepts the client and right uses of it, and finds the mistakes
// that use.ts announces.
func TestClientCompiler(t *testing.T) {
	home := testenv.Packages(t, "typescript@5.9.3")
	dir := unpack(t, "client")
	run(t, "client", "--lang", "ts", "--out", filepath.Join(dir, "client.ts"), dir)
	cmd := exec.Command("node", filepath.Join(home, "node_modules/typescript/bin/tsc"), "-p", dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestClientInABrowser: one window changes records through the client, over HTTP and over the
// socket, and a live list in another window follows.
func TestClientInABrowser(t *testing.T) {
	browser := testenv.Browser(t)
	dir := unpack(t, "client")
	source := run(t, "client", dir)
	built := api.Transform(string(source), api.TransformOptions{Loader: api.LoaderTS, Format: api.FormatIIFE, GlobalName: "shop", Target: api.ES2020})
	if len(built.Errors) > 0 {
		t.Fatal(built.Errors)
	}
	page := string(built.Code) + `
	window.client = shop.createClient({ socket: io.socket });
	window.live = client.models.pet.live({}, (pets) => {
	  document.getElementById('pets').textContent = pets.map((p) => p.name + '/' + p.kind + '/' + (p.owner && p.owner.email || '')).join(' ');
	});`
	testenv.WriteFiles(t, dir, []txtar.File{{Name: "assets/client.js", Data: []byte(page)}})
	server := programtest.Lift(t, programtest.Path(t), dir, "development")
	if err := chromedp.Do(browser); err != nil { // starts it
		t.Fatal(err)
	}
	window := func() context.Context {
		t.Helper()
		tab, cancel := chromedp.NewContext(browser)
		t.Cleanup(cancel)
		if err := chromedp.Do(tab, chromedp.Navigate(server.Base)); err != nil {
			t.Fatal(err)
		}
		return tab
	}
	ask := func(who context.Context, script, want string) {
		t.Helper()
		once, cancel := context.WithTimeout(who, time.Minute)
		defer cancel()
		got, err := chromedp.Run(once, chromedp.Evaluate[string](`(async () => String(await (`+script+`)))()`, chromedp.EvalAwaitPromise))
		if err != nil || got != want {
			t.Errorf("%s: %q (%v), want %q", script, got, err, want)
		}
	}
	shows := func(who context.Context, want string) {
		t.Helper()
		once, cancel := context.WithTimeout(who, time.Minute)
		defer cancel()
		if _, err := chromedp.Run(once, chromedp.Poll[bool](`document.getElementById('pets').textContent === `+"'"+want+"'")); err != nil {
			got, _ := chromedp.Run(who, chromedp.Evaluate[string](`document.getElementById('pets').textContent`))
			t.Fatalf("the page shows %q, want %q: %v", got, want, err)
		}
	}
	ann, bob := window(), window()
	ask(ann, `live.ready.then(() => 'ready')`, "ready")
	ask(bob, `live.ready.then(() => 'ready')`, "ready")
	ask(ann, `client.models.user.create({ email: 'a@example.com' }).then((u) => u.id)`, "1")
	ask(ann, `client.models.pet.create({ name: 'Rex', kind: 'dog' }).then((p) => p.id)`, "1")
	shows(bob, "Rex/dog/")
	ask(bob, `client.models.pet.update(1, { name: 'Max' }).then((p) => p.name)`, "Max")
	shows(ann, "Max/dog/")
	ask(ann, `client.actions['pet/adopt']({ id: 1, user: 1 }).then((r) => r.adopted)`, "1")
	ask(ann, `client.models.pet.findOne(1, { populate: ['owner'] }).then((p) => p.owner.email)`, "a@example.com")
	ask(ann, `client.models.pet.find({ where: { name: { startsWith: 'M' } }, sort: [{ name: 'ASC' }], limit: 1 }).then((l) => l.length)`, "1")
	ask(ann, `client.models.toy.create({ label: 'ball' }).then(() => client.models.pet.toys.add(1, 1)).then(() => client.models.pet.toys.find(1)).then((l) => l[0].label)`, "ball")
	ask(ann, `client.models.pet.toys.replace(1, []).then(() => client.models.pet.toys.find(1)).then((l) => l.length)`, "0")
	ask(ann, `client.models.pet.findOne(99).catch((e) => e.name + ' ' + e.status)`, "RequestError 404")
	ask(ann, `client.models.pet.create({ name: '' }).catch((e) => e.status + ' ' + e.body.code)`, "400 E_INVALID_NEW_RECORD")
	over := `shop.createClient({ socket: io.socket, overSocket: true })`
	ask(bob, over+`.models.pet.create({ name: 'Tom' }).then((p) => p.kind)`, "cat")
	ask(bob, over+`.actions['pet/adopt']({ id: 9, user: 1 }).catch((e) => e.status)`, "404")
	ask(ann, `client.models.pet.destroy(1).then((p) => p.name)`, "Max")
	shows(bob, "Tom/cat/")
	ask(bob, `(live.stop(), 'stopped')`, "stopped")
	ask(ann, `client.models.pet.destroy(2).then((p) => p.name)`, "Tom")
	shows(ann, "")
	shows(bob, "Tom/cat/")
}
