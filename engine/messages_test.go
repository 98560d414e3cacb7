package engine_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"framework/engine/testenv"
)

var listMessages = flag.Bool("messages", false, "print every message of the server with its place")

// vague are words that say neither what happened nor what to do, and names of Go's that mean
// nothing to who writes a project.
var vague = []string{
	"failed to ", "an error occurred", "something went wrong", "unknown error", "unexpected error", "invalid argument", "invalid input",
	"internal error", "strconv.", "jsontext", "syscall", "goroutine", "nil pointer", "not supported yet", "not implemented", "todo",
}

// asSails are messages that are word for word those of Sails, Node or their packages.
var asSails = []string{
	"Unable to parse HTTP body", "Unexpected error from database adapter", "Failed to parse incoming socket.io request",
	"Upload limit of ", "Invalid argument", "is not implemented yet!",
}

// TestMessages reads every text that the code gives to errors, warnings and the log: none is
// vague. -messages lists them.
func TestMessages(t *testing.T) {
	testenv.Slow(t)
	t.Parallel()
	found := 0
	for _, dir := range []string{"blueprints", "cmd", "engine", "router", "sockets", "watch", "jsapi"} {
		err := filepath.WalkDir(filepath.Join("..", dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				if slices.Contains([]string{"testdata", "testenv", "ormtest", "sockettest", "stock", "jsapitest", "generate"}, d.Name()) {
					return filepath.SkipDir
				}
				return nil
			}
			if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return nil
			}
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				for _, text := range messagesOf(n) {
					found++
					place := fmt.Sprintf("%s:%d", strings.TrimPrefix(filepath.ToSlash(path), "../"), set.Position(n.Pos()).Line)
					if *listMessages {
						fmt.Printf("%s\t%s\n", place, text)
					}
					checkMessage(t, place, text)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 1000 {
		t.Errorf("only %d messages were found", found)
	}
}

func checkMessage(t *testing.T, place, text string) {
	t.Helper()
	if slices.ContainsFunc(asSails, func(known string) bool { return strings.Contains(text, known) }) {
		return
	}
	for _, word := range vague {
		if strings.Contains(strings.ToLower(text), word) {
			t.Errorf("%s: %q says %q: name what happened, where, and what to do", place, text, word)
		}
	}
}

// messagesOf are the texts of a call that makes or logs an error or a warning.
func messagesOf(n ast.Node) []string {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return nil
	}
	name := ""
	switch fn := call.Fun.(type) {
	case *ast.SelectorExpr:
		name = fn.Sel.Name
	case *ast.Ident:
		name = fn.Name
	}
	if !slices.Contains([]string{"New", "Errorf", "Warn", "Error", "In", "General", "Advise", "Info", "NewTypeError", "fail", "warn", "PrintErrf"}, name) {
		return nil
	}
	var out []string
	for _, argument := range call.Args {
		if text := literal(argument); strings.Contains(text, " ") {
			out = append(out, text)
		}
	}
	return out
}

// literal is the text of an expression, "" if it is none.
func literal(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, _ := strconv.Unquote(e.Value) // the parser has accepted it
			return text
		}
	case *ast.BinaryExpr:
		return literal(e.X) + literal(e.Y)
	}
	return ""
}
