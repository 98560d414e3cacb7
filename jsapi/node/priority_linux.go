package node

// priorityOf is what the call of Linux means, which counts from 40, the first, to 1.
func priorityOf(raw int) int { return 20 - raw }
