package router

import "strings"

// maxWord is the number of bytes that a word in the index may have.
const maxWord = 64

// isLiteral reports whether a segment has no special characters.
func isLiteral(segment string) bool {
	for i := range len(segment) {
		if c := segment[i]; !isWord(c) && strings.IndexByte(".~%@!,;=&' -", c) < 0 {
			return false
		}
	}
	return segment != ""
}

// node is a node in the tree of words. A binding is stored at the node of the
// literal words with which all of its matches begin, so that the bindings that
// can match a path are found on the way along its words. Each list is in
// declaration order.
type node struct {
	bindings []int
	next     map[string]*node
}

// words returns the lower-case segments with which every match of the address
// begins.
func (a Address) words() []string {
	if a.Regexp != "" || len(a.Path) < 2 || a.Path[0] != '/' || strings.ContainsRune(a.Path, '|') {
		return nil
	}
	var words []string
	for tail, more := a.Path[1:], true; more; {
		var seg string
		seg, tail, more = strings.Cut(tail, "/")
		// A slash with a quantifier is optional.
		if !isLiteral(seg) || len(seg) > maxWord || strings.HasPrefix(tail, "?") || strings.HasPrefix(tail, "{") {
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

// find appends the lists on the way of path to lists.
func (n *node) find(path string, lists [][]int) [][]int {
	for n != nil {
		if len(n.bindings) > 0 {
			lists = append(lists, n.bindings)
		}
		if n.next == nil || path == "" || path[0] != '/' {
			break
		}
		word := firstWord(path)
		path = path[1+len(word):]
		n = n.child(word)
	}
	return lists
}

// child ignores the case of ASCII letters only, like JavaScript's patterns.
func (n *node) child(word string) *node {
	if len(word) > maxWord {
		return nil
	}
	var lower [maxWord]byte
	for i := range len(word) {
		lower[i] = lowerCase(word[i])
	}
	return n.next[string(lower[:len(word)])]
}

// firstWord returns the first segment of path.
func firstWord(path string) string {
	if i := strings.IndexByte(path[1:], '/'); i >= 0 {
		return path[1 : 1+i]
	}
	return path[1:]
}

func lowerCase(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}
