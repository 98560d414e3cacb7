// Package pattern finds the mistakes in regular expressions that goja lets pass, and writes
// those anew that goja does not know or matches in another way than V8.
package pattern
