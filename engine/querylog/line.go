package querylog

import "context"

type (
	linesKey struct{}
	lineKey  struct{}
)

// WithLines has the lines of the project noted that ask for statements.
func WithLines(ctx context.Context) context.Context {
	return context.WithValue(ctx, linesKey{}, true)
}

// WantsLines reports whether the lines that ask for statements are to be noted.
func WantsLines(ctx context.Context) bool {
	wants, _ := ctx.Value(linesKey{}).(bool)
	return wants
}

// At returns a context for statements that a line of the project asks for.
func At(ctx context.Context, line string) context.Context {
	return context.WithValue(ctx, lineKey{}, line)
}

// Line is the line of the project that asks for the statements of a context, "" if that is
// not known.
func Line(ctx context.Context) string {
	line, _ := ctx.Value(lineKey{}).(string)
	return line
}
