package router

import (
	"regexp"
	"strings"
)

const (
	maxWords = 6  // of a path that the index looks at
	maxWord  = 64 // bytes of a word that the index knows
)

var literal = regexp.MustCompile(`^[A-Za-z0-9_~%@!,;=&' -]+$`)

// node is a place in the tree of words. A binding stands where the words that
// every match of it begins with end, so that those that can match a path stand
// on the way that its words go. Each list is in declaration order.
type node struct {
	bindings []int
	next     map[string]*node
}

// words are the lower-case segments that every match of the address begins
// with.
func (a Address) words() []string {
	if a.Regexp != "" || len(a.Path) < 2 || a.Path[0] != '/' || strings.ContainsRune(a.Path, '|') {
		return nil
	}
	var words []string
	for tail, more := a.Path[1:], true; more && len(words) < maxWords; {
		var seg string
		seg, tail, more = strings.Cut(tail, "/")
		// A slash with a quantifier behind it need not be there.
		if !literal.MatchString(seg) || len(seg) > maxWord || strings.HasPrefix(tail, "?") || strings.HasPrefix(tail, "{") {
			break
		}
		words = append(words, strings.ToLower(seg))
	}
	return words
}

func (n *node) add(words []string, binding int) {
	for _, w := range words {
		if n.next == nil {
			n.next = map[string]*node{}
		}
		child := n.next[w]
		if child == nil {
			child = &node{}
			n.next[w] = child
		}
		n = child
	}
	n.bindings = append(n.bindings, binding)
}

// find puts the lists on the way of path into lists and returns how many.
func (n *node) find(path string, lists *[maxWords + 1][]int) int {
	count := 0
	for {
		if len(n.bindings) > 0 {
			lists[count] = n.bindings
			count++
		}
		if n.next == nil || path == "" || path[0] != '/' {
			return count
		}
		path = path[1:]
		word := path
		if i := strings.IndexByte(path, '/'); i >= 0 {
			word = path[:i]
		}
		path = path[len(word):]
		if n = n.child(word); n == nil {
			return count
		}
	}
}

func (n *node) child(word string) *node {
	if len(word) > 3*maxWord {
		return nil
	}
	var buf [3 * maxWord]byte
	for i := range len(word) {
		c := word[i]
		// The Kelvin sign and the long s fold to ASCII letters in patterns.
		if c >= 0x80 {
			return n.next[strings.ToLower(strings.ReplaceAll(word, "ſ", "s"))]
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		buf[i] = c
	}
	return n.next[string(buf[:len(word)])]
}
