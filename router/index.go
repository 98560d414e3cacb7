package router

import "strings"

// maxWord is how many bytes a word in the index may have.
const maxWord = 64

// isLiteral reports whether a segment has nothing that means more than itself.
func isLiteral(segment string) bool {
	for i := range len(segment) {
		if c := segment[i]; !isWord(c) && strings.IndexByte(".~%@!,;=&' -", c) < 0 {
			return false
		}
	}
	return segment != ""
}

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
	for tail, more := a.Path[1:], true; more; {
		var seg string
		seg, tail, more = strings.Cut(tail, "/")
		// A slash with a quantifier behind it need not be there.
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

// child folds the ASCII letters of word only, as JavaScript's patterns do.
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

// firstWord is what stands between the slash that path begins with and the
// next one.
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
