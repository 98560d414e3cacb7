// Command platforms checks that the program can be compiled for other systems and
// processors, given as linux/arm64: it checks the types of all of its sources, without
// the machine code, which takes a quarter of the time of a build.
package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	failed := false
	for _, platform := range os.Args[1:] {
		system, processor, ok := strings.Cut(platform, "/")
		if !ok {
			fmt.Fprintf(os.Stderr, "%s is no system and processor, such as linux/arm64\n", platform)
			os.Exit(2)
		}
		fmt.Println(platform)
		roots, err := packages.Load(&packages.Config{
			Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedTypesSizes | packages.NeedModule,
			Env:  append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0"),
		}, "./cmd/framework")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if packages.PrintErrors(roots) > 0 {
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}
