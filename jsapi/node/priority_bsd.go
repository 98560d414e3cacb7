//go:build unix && !linux

package node

func priorityOf(raw int) int { return raw }
