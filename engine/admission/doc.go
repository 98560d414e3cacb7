// Package admission decides which requests are begun when more come in than can
// be answered: those that would wait for too long are refused before anything
// of them has been done, and what has begun is seen through.
package admission
